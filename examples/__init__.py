"""Examples to read, run and copy. Each is a program: `python examples/shooter.py`.

This file lets `python -m examples.shooter` find what lies beside it, too.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

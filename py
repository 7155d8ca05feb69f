#!/bin/bash
cd "$(dirname "$0")" && PYTHONPATH=$PWD exec /work/main/.venv/bin/python "$@"

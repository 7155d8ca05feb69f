// Runs Python in Pyodide under Node, on folders of this machine:
//     node wasm-node.mjs PYODIDE SITE TESTS [ARGUMENTS OF PYTHON]
// PYODIDE is the package from npm, SITE has what Python imports, TESTS is the folder it starts in.
import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, site, tests, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));
const pyodide = await loadPyodide({
  indexURL: `${pyodideFolder}/`,
  env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0" },
});
pyodide.setStdout({ write: (bytes) => writeSync(1, bytes) });
pyodide.setStderr({ write: (bytes) => writeSync(2, bytes) });
for (const [place, folder] of [["/site", site], ["/project", tests]]) {
  pyodide.FS.mkdirTree(place);
  pyodide.mountNodeFS(place, folder);
}
pyodide.globals.set("words", pyodide.toPy(words));
const run = (code) => {
  try {
    return pyodide.runPython(code);
  } catch (error) { // whose stack quotes all of Pyodide
    console.error(error.message);
    return 1;
  }
};
const status = run(`
import os, runpy, sys

os.chdir("/project")
sys.path[:0] = ["/site", "/project/tests", "/project/benchmarks"]
kind, name, *rest = words
sys.argv = [name, *rest]
status = 0
try:
    if kind == "-m":
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    else:
        exec(name)
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else 0 if end.code is None else print(end.code) or 1
status
`);
process.exit(status);

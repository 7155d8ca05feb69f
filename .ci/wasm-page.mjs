// Opens the page "Try it" in headless Chromium, with Pyodide from npm in the place of the CDN, and
// compares what each program prints there with what it prints in PYTHON:
//     node wasm-page.mjs FOLDER PYTHON
// FOLDER has html/, the docs site, and node_modules/. Pictures of the page are put into it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const [folder, python] = process.argv.slice(2);
const { chromium } = createRequire(`${folder}/`)("playwright-core");
const kinds = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json",
  ".mjs": "text/javascript", ".wasm": "application/wasm",
};
const typed = (name) => ({ contentType: kinds[extname(name)] ?? "application/octet-stream" });

const server = createServer((question, answer) => {
  const name = normalize(decodeURIComponent(new URL(question.url, "http://localhost").pathname));
  try {
    const body = readFileSync(join(folder, "html", name));
    answer.writeHead(200, { "content-type": typed(name).contentType }).end(body);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/docs/try.html`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});
let failures = 0;
const check = (what, good, seen) => {
  console.log(`page: ${what}: ${good ? "as expected" : `WRONG: ${seen}`}`);
  if (!good) failures += 1;
};
// With `cdn` all that Pyodide's package has is there; with `wheels` what `.ci/wasm` has built.
async function opened({ cdn = true, wheels = true } = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on("pageerror", (error) => check("an error in the page", false, error.message));
  await page.route("https://cdn.jsdelivr.net/**", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").pop();
    try {
      if (!cdn) throw new Error("the CDN is off");
      const headers = { "access-control-allow-origin": "*" };
      const body = readFileSync(join(folder, "node_modules/pyodide", name));
      return route.fulfill({ body, headers, ...typed(name) });
    } catch {
      return route.abort();
    }
  });
  if (!wheels) await page.route("**/wheels.json", (route) => route.fulfill({ status: 404 }));
  await page.goto(address);
  return page;
}
const printed = (page) => page.locator("#try-output").innerText();
async function until(page, good, seconds = 120) {
  for (let i = 0; i < 5 * seconds; i += 1) {
    if (good(await printed(page))) return true;
    await page.waitForTimeout(200);
  }
  return false;
}

const play = `
import sys
from pathlib import Path
sys.modules["numpy"] = sys.modules["shapely"] = None  # which are not in Pyodide's package
sys.path.insert(0, sys.argv[1])
from stage import Stage
stage = Stage(Path(sys.argv[1], f"{sys.argv[2]}.py").read_text())
for _ in range(600):
    stage.step()
if stage.missing:
    print("needs", stage.missing)
`;
const page = await opened();
const names = await page.locator("#try-choice option").evaluateAll((all) => all.map((one) => one.value));
for (const name of names) {
  const here = execFileSync(python, ["-c", play, "docs/static/try", name], { encoding: "utf8" }).trim();
  await page.selectOption("#try-choice", name);
  await page.waitForFunction(() => document.getElementById("try-code").value.length > 50);
  await page.waitForTimeout(300);
  await page.click("#try-run");
  const needs = here.match(/needs (\w+)$/)?.[1];
  const good = await until(page, (text) => (needs ? text.includes(needs) : text.trim().startsWith(here)));
  check(`${name} ${needs ? `asks for ${needs}` : "prints what it prints here"}`, good, await printed(page));
  await page.locator("#try").screenshot({ path: join(folder, `try_${name}.png`) });
}

// Drag the first ball onto the wedge: the page shows a hit there.
await page.selectOption("#try-choice", "first_script");
await page.waitForTimeout(1000);
const color = (x, y) =>
  page.locator("#try-canvas").evaluate(
    (canvas, at) => Array.from(canvas.getContext("2d").getImageData(...at, 1, 1).data).join(),
    [x, y],
  );
await page.waitForTimeout(1000);
const resting = await color(50, 170);
const box = await page.locator("#try-canvas").boundingBox();
const scale = box.width / 480;
const to = async (x, y) => page.mouse.move(box.x + x * scale, box.y + y * scale, { steps: 5 });
await to(60, 170);
await page.mouse.down();
await to(130, 120);
await page.waitForTimeout(500);
await page.mouse.up();
await page.waitForTimeout(500);
const [left, moved] = [await color(50, 170), await color(120, 120)];
check("a ball can be dragged", left !== resting && moved !== left, [resting, left, moved].join(" / "));
await page.screenshot({ path: join(folder, "try_page.png") });

await page.fill("#try-code", "import spritecol\nprint(7 * 6)\n1 / 0");
await page.click("#try-run");
check(
  "an error is told with its line",
  await until(page, (text) => text.trim() === "42\nline 3: ZeroDivisionError: division by zero", 10),
  await printed(page),
);
await page.fill("#try-code", "from spritecol import *\nGroup(Sprite()).x");
await page.click("#try-run");
check(
  "an array without NumPy is told",
  await until(page, (text) => text.includes("pip install numpy") || text.includes("numpy"), 20),
  await printed(page),
);
console.log(`page: an array, where the CDN has no NumPy: ${(await printed(page)).trim().slice(0, 200)}`);

for (const [what, options, told] of [
  ["no CDN", { cdn: false }, "Python could not be loaded from https://cdn.jsdelivr.net/"],
  ["no wheel", { wheels: false }, "This copy of the site has no build of spritecol for browsers"],
]) {
  const other = await opened(options);
  await other.click("#try-run");
  check(`${what} is told`, await until(other, (text) => text.startsWith(told), 20), await printed(other));
  await other.close();
}
await browser.close();
server.close();
process.exit(failures ? 1 : 0);

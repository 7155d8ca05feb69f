// The page "Try it": runs a program in Pyodide, draws what it makes, and lets one drag it.
"use strict";

(() => {
  const folder = new URL(".", document.currentScript.src);
  const find = (id) => document.getElementById(id);
  const [code, output, canvas, choice, button] = ["code", "output", "canvas", "choice", "run"].map(
    (name) => find(`try-${name}`),
  );
  const pen = canvas.getContext("2d");
  const colors = { rest: "#68a68c", hits: "#fac460", held: "#ece7da", line: "#5c6784", arrow: "#f0785c" };
  let python = null; // a promise of Pyodide with the library
  let stage = null;
  const extras = new Set(["numpy", "shapely"]); // what Pyodide may load yet, each once
  const wanted = []; // those of them that a program asked for in vain

  const say = (text) => {
    // Cut off at the top: a program may print in every frame.
    output.textContent = `${output.textContent}${text}\n`.slice(-20000);
    output.scrollTop = output.scrollHeight;
  };

  async function fetched(name, why) {
    const answer = await fetch(new URL(name, folder)).catch(() => null);
    if (!answer?.ok) throw new Error(why);
    return answer;
  }

  // What `.ci/wasm` has put beside this file: which Pyodide, and which wheels.
  async function load() {
    const without =
      "This copy of the site has no build of spritecol for browsers, so the programs can be read " +
      "here, but not run.";
    const { pyodide: version, wheels } = await (await fetched("wheels.json", without)).json();
    const source = `https://cdn.jsdelivr.net/pyodide/v${version}/full/`;
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${source}pyodide.js`;
      script.onload = resolve;
      script.onerror = () =>
        reject(new Error(`Python could not be loaded from ${source}, so nothing runs here.`));
      document.head.append(script);
    });
    const pyodide = await loadPyodide({ indexURL: source });
    pyodide.setStdout({ batched: say });
    pyodide.setStderr({ batched: say });
    for (const wheel of wheels) {
      pyodide.unpackArchive(await (await fetched(wheel, without)).arrayBuffer(), "wheel");
    }
    pyodide.FS.writeFile("stage.py", await (await fetched("stage.py", without)).text());
    return pyodide;
  }

  async function start() {
    button.disabled = true;
    output.textContent = "";
    if (!python) say("Loading Python, some 13 MB ...");
    try {
      const pyodide = await (python ??= load());
      for (const name of wanted.splice(0)) {
        say(`Loading ${name} ...`);
        await pyodide.loadPackage(name);
        if (!(name in pyodide.loadedPackages)) {
          extras.add(name); // the next run asks again
          stage.missing = "";
          throw new Error(`${name} could not be loaded, so this program does not run here.`);
        }
      }
      output.textContent = "";
      const next = pyodide.pyimport("stage").Stage(code.value);
      stage?.destroy();
      stage = next;
    } catch (error) {
      python = stage ? python : null; // so that the next try begins anew
      output.textContent = "";
      say(error.message);
    }
    button.disabled = false;
  }

  function trace(kind, numbers) {
    const [x, y, a, b, angle] = numbers;
    const turned = (Number(angle) * Math.PI) / 180;
    pen.beginPath();
    if (kind === "point") pen.arc(x, y, 2, 0, 2 * Math.PI);
    if (kind === "ellipse") pen.ellipse(x, y, a, b, turned, 0, 2 * Math.PI);
    if (kind === "segment") {
      pen.moveTo(x, y);
      pen.lineTo(a, b);
    }
    if (kind === "rect") {
      pen.save();
      pen.translate(x + a / 2, y + b / 2);
      pen.rotate(turned);
      pen.rect(-a / 2, -b / 2, a, b);
      pen.restore();
    }
    if (kind === "capsule") {
      const along = Math.atan2(b - y, a - x);
      pen.arc(x, y, angle, along + Math.PI / 2, along + (3 * Math.PI) / 2);
      pen.arc(a, b, angle, along - Math.PI / 2, along + Math.PI / 2);
      pen.closePath();
    }
    if (kind === "rings") {
      for (const ring of numbers) {
        ring.forEach(([px, py], i) => (i ? pen.lineTo(px, py) : pen.moveTo(px, py)));
        pen.closePath();
      }
    }
  }

  function line(x1, y1, x2, y2, color) {
    pen.strokeStyle = color;
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  }

  function draw({ shapes, arrows, lines }) {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    for (const [x1, y1, x2, y2] of lines) line(x1, y1, x2, y2, colors.line);
    for (const { kind, numbers, hits, held, one_way } of shapes) {
      const color = held ? colors.held : hits ? colors.hits : colors.rest;
      trace(kind, numbers);
      pen.fillStyle = `${color}40`;
      pen.strokeStyle = color;
      pen.fill("evenodd");
      pen.stroke();
      if (one_way) {
        const [x, y, dx, dy] = one_way;
        const size = 14 / (Math.hypot(dx, dy) || 1);
        line(x, y, x + dx * size, y + dy * size, color);
      }
    }
    for (const [x, y, dx, dy] of arrows) {
      trace("point", [x, y]);
      pen.fillStyle = colors.arrow;
      pen.fill();
      line(x, y, x + 14 * dx, y + 14 * dy, colors.arrow);
    }
  }

  function frame() {
    if (stage && !button.disabled) {
      stage.step();
      draw(JSON.parse(stage.picture()));
      if (extras.delete(stage.missing)) {
        wanted.push(stage.missing);
        start();
      }
    }
    requestAnimationFrame(frame);
  }

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };
  let last = null;
  canvas.addEventListener("pointerdown", (event) => {
    last = place(event);
    if (stage?.grab(...last)) canvas.setPointerCapture(event.pointerId);
    else last = null;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!last) return;
    const now = place(event);
    stage.drag(now[0] - last[0], now[1] - last[1]);
    last = now;
  });
  const release = () => {
    last = null;
    stage?.drop();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);

  const show = async () => {
    code.value = await (await fetched(`${choice.value}.py`, "The program could not be loaded.")).text();
  };
  choice.addEventListener("change", () => show().then(() => stage && start(), (error) => say(error.message)));
  button.addEventListener("click", start);
  show().catch((error) => say(error.message));
  requestAnimationFrame(frame);
})();

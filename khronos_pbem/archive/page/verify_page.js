/* What a page shows of the verifier. Everything from a record becomes text, never HTML. */
"use strict";
(function () {
  const own = document.currentScript.textContent;
  const at = (name) => document.getElementById("verify-" + name);
  const said = JSON.parse(at("words").textContent);
  const embedded = document.getElementById("record");
  const MOST_BYTES = 16 * 1024 * 1024;
  let program = null, worker = null, dropped = 0;

  function filled(template, values) {
    return template.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
  }

  function element(name, text, parts = []) {
    const made = document.createElement(name);
    if (text) { made.textContent = text; }
    made.append(...parts);
    return made;
  }

  /* What was shown of another record goes away. */
  function show(state, title, lines) {
    const box = at("verdict");
    for (const name of ["progress", "counts", "facts"]) { at(name).hidden = true; }
    for (const name of ["head", "detail"]) { at(name).textContent = ""; }
    box.dataset.state = state;
    box.replaceChildren(element("strong", title), ...lines.map((line) => element("p", line)));
  }

  function player(result) {
    const seat = (result.seats || []).find((each) => each.colour === result.author);
    const colour = Object.hasOwn(said.colours, result.author) ? said.colours[result.author] : result.author;
    return seat ? filled(said.player, { colour, name: seat.name }) : colour;
  }

  function where(result) {
    if (result.block !== null) {
      return filled(result.author ? said.block_of : said.block, { block: result.block, player: result.author ? player(result) : "" });
    }
    return result.line ? filled(said.line, { line: result.line }) : said.file;
  }

  function showFault(result) {
    const lines = [filled(said.fault, { where: where(result), problem: said.faults[result.reason] || result.reason })];
    if (result.block !== null) {
      lines.push(result.author ? filled(said.signed, { player: player(result) }) : said.nobody);
      if (result.block > 0) { lines.push(filled(said.before, { count: result.block })); }
    }
    show("bad", said.bad, lines);
    if (document.documentElement.lang === "en") { at("detail").textContent = result.detail; }
  }

  function showCounts(result) {
    const count = result.count;
    const rows = [
      ["blocks", count.blocks], ["signatures", count.signatures], ["keys", count.layers + count.keys], ["shuffles", count.shuffles],
      ["shares", count.shares], ["reveals", count.reveals], ["rolls", count.rolls], ["runs", result.runs], ["points", result.points],
    ].filter((row) => row[1]);
    at("counts").replaceChildren(...rows.map(([name, number]) =>
      element("div", "", [element("dt", said.counts[name]), element("dd", number.toLocaleString(document.documentElement.lang))])));
  }

  function showResult(result, name) {
    if (!result.valid) { showFault(result); return; }
    const seconds = result.seconds.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
    const players = result.seats.filter((seat) => !seat.gone).map((seat) => seat.name).join(", ");
    show("good", said.good, [filled(said.which, { title: result.title, players, file: name || said.this_page }), filled(said.took, { seconds })]);
    at("counts").hidden = at("facts").hidden = false;
    at("head").textContent = result.head;
    showCounts(result);
  }

  function stop() {
    if (worker) { worker.terminate(); }
    worker = null;
  }

  function started() {
    stop();
    worker = new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })));
    worker.onerror = () => show("bad", said.broken, []);
    return worker;
  }

  function verify(bytes, name) {
    const bar = at("progress"), running = started();
    show("busy", said.busy, [filled(said.reading, { file: name || said.this_page })]);
    bar.hidden = false;
    bar.removeAttribute("value");
    running.onmessage = ({ data }) => {
      if (running !== worker) { return; }
      if (data.done !== undefined) { bar.max = Math.max(1, data.all); bar.value = data.done; }
      if (data.broken) { show("bad", said.broken, [data.broken]); }
      if (data.result) {
        showResult(data.result, name);
        if (!name) { compare(running, data.result); }
      }
    };
    running.postMessage({ record: bytes });
  }

  /* Blanks and the spelling of values are not signed: a change of them alone is told, too. */
  function compare(running, result) {
    hash(embedded.textContent, (found) => {
      if (found !== embedded.dataset.hash && result.valid) { at("verdict").append(element("p", said.respelled)); }
      document.body.dataset.verified = String(result.valid && found === embedded.dataset.hash);
    });
  }

  function hash(text, tell) {
    const hasher = new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })));
    hasher.onmessage = ({ data }) => { hasher.terminate(); tell(data.hash); };
    hasher.postMessage({ text });
  }

  /* Of several files the last one counts. A byte too many is enough to see that a file is too large. */
  function take(file) {
    if (!file) { return; }
    const number = dropped += 1;
    stop();
    file.slice(0, MOST_BYTES + 1).arrayBuffer().then(
      (buffer) => { if (number === dropped) { verify(new Uint8Array(buffer), file.name); } },
      () => { if (number === dropped) { show("bad", said.broken, [file.name]); } },
    );
  }

  function begin(text) {
    program = text;
    document.body.classList.add("scripted");
    at("section").hidden = false;
    hash(program + own, (found) => { at("hash").textContent = found; });
    at("file").addEventListener("change", (event) => take(event.target.files[0]));
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
    if (embedded) { verify(new TextEncoder().encode(embedded.textContent), ""); } else { show("idle", said.idle, []); }
  }

  if (window.DecompressionStream) {
    const packed = Uint8Array.from(atob(at("program").textContent), (letter) => letter.charCodeAt(0));
    new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text().then(begin);
  }
})();

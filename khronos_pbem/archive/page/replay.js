"use strict";
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

function present(game) {
  const parts = game.parts.map((part) => part.map((id) => game.elements[id]).join(""));
  const figures = Array.from(document.querySelectorAll(".play figure"));
  const boards = figures.map((figure) => figure.querySelector("svg"));
  const tabs = Array.from(document.querySelectorAll("[data-board]"));
  const layers = boards.map((svg) => svg.querySelector(".pieces"));
  const frames = boards.map((svg) => svg.querySelector(".frame"));
  const slider = document.getElementById("slider");
  const where = document.getElementById("where");
  const now = document.getElementById("now");
  const order = document.getElementById("order");
  const items = Array.from(document.querySelectorAll("#steps > li"));
  const list = document.getElementById("steps");
  const rows = Array.from(document.querySelectorAll(".players tbody tr"));
  const cursors = Array.from(document.querySelectorAll(".chart .cursor"));
  const play = document.querySelector('[data-go="play"]');
  const last = game.steps.length - 1;
  let current = last;
  let chosen = 0;
  let timer = null;

  function draw(step, frame, layer, board) {
    layer.innerHTML = step.boards[board].map((id) => parts[id]).join("");
    frame.innerHTML = parts[step.frames[board]];
  }

  function count(step, lines) {
    step.players.forEach(function (cells, seat) {
      const fields = lines[seat].querySelectorAll("td");
      cells.forEach(function (cell, column) { fields[column].textContent = cell; });
      lines[seat].classList.toggle("active", seat === step.active);
    });
  }

  function choose(board) {
    chosen = board;
    figures.forEach((figure, number) => figure.classList.toggle("chosen", number === board));
    tabs.forEach((tab, number) => tab.setAttribute("aria-pressed", String(number === board)));
  }

  function follow(changed) {
    tabs.forEach(function (tab, board) { tab.querySelector(".news").hidden = !changed[board]; });
    if (changed.includes(true) && !changed[chosen]) { choose(changed.indexOf(true)); }
  }

  function show(wanted, scroll) {
    current = Math.max(0, Math.min(last, wanted));
    const step = game.steps[current];
    layers.forEach((layer, board) => draw(step, frames[board], layer, board));
    count(step, rows);
    follow(step.changed);
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", step.where);
    where.textContent = step.where;
    order.textContent = items[current].querySelector(".order").textContent;
    now.replaceChildren(...Array.from(items[current].cloneNode(true).childNodes, plain));
    items.forEach(function (item, number) {
      item.classList.toggle("current", number === current);
      const button = item.firstElementChild;
      if (number === current) { button.setAttribute("aria-current", "step"); } else { button.removeAttribute("aria-current"); }
    });
    cursors.forEach(function (line) {
      const chart = line.ownerSVGElement.dataset;
      const x = Number(chart.left) + Number(chart.width) * current / Math.max(1, Number(chart.steps) - 1);
      line.setAttribute("x1", String(x));
      line.setAttribute("x2", String(x));
    });
    if (scroll !== false) {
      const item = items[current];
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }

  function plain(node) {
    if (node.nodeName !== "BUTTON") { return node; }
    const words = document.createElement("strong");
    words.textContent = node.querySelector(".order").textContent;
    return words;
  }

  function blockStart(from, way) {
    const block = (number) => game.steps[number].block;
    let number = from;
    if (way > 0) {
      while (number < last && block(number) === block(from)) { number += 1; }
      while (number < last && block(number + 1) === block(number)) { number += 1; }
      return number;
    }
    while (number > 0 && block(number) === block(from)) { number -= 1; }
    return number;
  }

  function betterNext() {
    for (let ahead = 1; ahead <= last + 1; ahead += 1) {
      const number = (current + ahead) % (last + 1);
      if (game.steps[number].better) { return number; }
    }
    return current;
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.setAttribute("aria-pressed", "false");
  }

  function start() {
    if (current === last) { show(0); }
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(function () {
      if (current === last) { stop(); } else { show(current + 1); }
    }, 1200);
  }

  const actions = {
    "first": () => show(0),
    "last": () => show(last),
    "back": () => show(current - 1),
    "next": () => show(current + 1),
    "block-back": () => show(blockStart(current, -1)),
    "block-next": () => show(blockStart(current, 1)),
    "better-next": () => show(betterNext()),
    "play": () => (timer === null ? start() : stop())
  };
  const keys = {
    "ArrowLeft": "back", "ArrowRight": "next", "PageUp": "block-back", "PageDown": "block-next",
    "Home": "first", "End": "last", "p": "play", "P": "play",
    "m": "better-next", "M": "better-next"
  };

  function act(name) {
    if (name !== "play" && timer !== null) { stop(); }
    actions[name]();
  }

  document.querySelectorAll("[data-go]").forEach(function (button) {
    button.addEventListener("click", () => act(button.dataset.go));
  });
  slider.addEventListener("input", function () {
    if (timer !== null) { stop(); }
    show(Number(slider.value));
  });
  list.addEventListener("click", function (event) {
    const button = event.target.closest("[data-step]");
    if (button) {
      if (timer !== null) { stop(); }
      show(Number(button.dataset.step), false);
    }
  });
  document.addEventListener("keydown", function (event) {
    const name = keys[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey) { return; }
    if (event.target.matches('input[type="search"]')) { return; }
    event.preventDefault();
    act(name);
  });
  document.getElementById("find").addEventListener("input", function (event) {
    const wanted = event.target.value.trim().toLowerCase();
    items.forEach(function (item) {
      item.hidden = wanted !== "" && !item.textContent.toLowerCase().includes(wanted);
    });
  });
  tabs.forEach(function (tab, board) {
    tab.addEventListener("click", function () { choose(board); });
  });

  function onPaper() {
    if (document.body.classList.contains("printing")) { return; }
    document.body.classList.add("printing");
    document.getElementById("rounds").replaceChildren(...game.rounds.map(round));
  }

  function round([heading, first, end]) {
    const step = game.steps[end];
    const section = document.createElement("section");
    const title = document.createElement("h2");
    const sheet = document.createElement("div");
    const table = document.querySelector(".players").cloneNode(true);
    const list = document.createElement("ol");
    section.className = "round";
    title.textContent = heading;
    sheet.className = "boards";
    list.className = "steps";
    sheet.append(...figures.map(function (figure, board) {
      const copy = figure.cloneNode(true);
      draw(step, copy.querySelector(".frame"), copy.querySelector(".pieces"), board);
      return copy;
    }));
    table.caption.remove();
    count(step, Array.from(table.querySelectorAll("tbody tr")));
    list.append(...items.slice(first, end + 1).map(function (item) {
      const copy = item.cloneNode(true);
      copy.replaceChildren(...Array.from(copy.childNodes, plain));
      copy.hidden = false;
      return copy;
    }));
    section.append(title, sheet, table, list);
    return section;
  }

  function offPaper() {
    document.body.classList.remove("printing");
    document.getElementById("rounds").replaceChildren();
  }

  window.addEventListener("beforeprint", onPaper);
  window.addEventListener("afterprint", offPaper);
  window.addEventListener("hashchange", fromAddress);
  document.body.classList.add("scripted");

  function fromAddress() {
    const match = /^#step=(\d+)$/.exec(window.location.hash);
    show(match ? Number(match[1]) : current);
  }

  fromAddress();
}

if (window.DecompressionStream) {
  unpacked(document.getElementById("game").textContent).then(present);
}

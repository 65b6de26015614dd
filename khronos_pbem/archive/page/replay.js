"use strict";
(function () {
  const game = JSON.parse(document.getElementById("game").textContent);
  const boards = Array.from(document.querySelectorAll(".boards svg"));
  const layers = boards.map((svg) => svg.querySelector(".pieces"));
  const frames = boards.map((svg) => svg.querySelector(".frame"));
  const slider = document.getElementById("slider");
  const where = document.getElementById("where");
  const now = document.getElementById("now");
  const items = Array.from(document.querySelectorAll("#steps > li"));
  const list = document.getElementById("steps");
  const rows = Array.from(document.querySelectorAll(".players tbody tr"));
  const cursors = Array.from(document.querySelectorAll(".chart .cursor"));
  const play = document.querySelector('[data-go="play"]');
  const last = game.steps.length - 1;
  let current = last;
  let timer = null;

  function show(wanted, scroll) {
    current = Math.max(0, Math.min(last, wanted));
    const step = game.steps[current];
    step.boards.forEach(function (ids, board) {
      layers[board].innerHTML = ids.map((id) => game.parts[id]).join("");
    });
    step.frames.forEach(function (id, board) {
      frames[board].innerHTML = game.parts[id];
    });
    step.players.forEach(function (cells, seat) {
      const fields = rows[seat].querySelectorAll("td");
      cells.forEach(function (cell, column) { fields[column].textContent = cell; });
      rows[seat].classList.toggle("active", seat === step.active);
    });
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", step.where);
    where.textContent = step.where;
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
    "play": () => (timer === null ? start() : stop())
  };
  const keys = {
    "ArrowLeft": "back", "ArrowRight": "next", "PageUp": "block-back", "PageDown": "block-next",
    "Home": "first", "End": "last", "p": "play", "P": "play"
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
  window.addEventListener("hashchange", fromAddress);

  function fromAddress() {
    const match = /^#step=(\d+)$/.exec(window.location.hash);
    show(match ? Number(match[1]) : current);
  }

  fromAddress();
}());

"use strict";
// Steps through games whose positions the engine has played: this script knows no rules, only what to draw where.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const drawings = [...document.querySelectorAll("#board svg")];

  let game = data.games[0];
  let ply = 0;
  let flipped = false;
  let buttons = [];

  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  const shape = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  /** The pieces of a FEN's placement: squares' names, each with its letter. */
  const pieces = (fen) => {
    const found = new Map();
    const rows = fen.split(" ")[0].split("/");
    rows.forEach((row, down) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= "1" && letter <= "9") {
          file += Number(letter);
          continue;
        }
        if (letter !== "*") found.set(String.fromCharCode(97 + file) + (rows.length - down), letter);
        file += 1;
      }
    });
    return found;
  };

  /** A symbol on a square of the board in use. */
  const put = (symbol, square, extra = {}) => {
    const { files, ranks } = data.boards[game.board];
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.slice(1)) - 1;
    const [column, row] = flipped ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
    return shape("use", {
      href: "#" + symbol,
      x: data.margin + column * data.cell,
      y: data.margin + row * data.cell,
      width: data.cell,
      height: data.cell,
      "data-square": square,
      ...extra,
    });
  };

  const isBlackToMove = (position) => position.fen.split(" ")[1] === "b";

  const drawBoard = () => {
    const position = game.plies[ply];
    const kinds = new Map(data.boards[game.board].pieces.map(([letter, symbol, kind]) => [letter, { symbol, kind }]));
    drawings.forEach((drawing, number) => drawing.classList.toggle("shown", number === game.board));
    const drawing = drawings[game.board];
    drawing.querySelector(".white-below").classList.toggle("off", flipped);
    drawing.querySelector(".black-below").classList.toggle("off", !flipped);
    const standing = pieces(position.fen);
    const marks = (below) => (position.marks ?? [])
      .filter(([mark]) => (mark === "moved") === below)
      .flatMap(([mark, squares]) => squares.map((square) => put(mark, square, { "data-mark": mark })));
    drawing.querySelector(".pieces").replaceChildren(
      ...marks(true),
      ...[...standing].map(([square, letter]) => put(kinds.get(letter).symbol, square, { "data-piece": letter })),
      ...marks(false),
    );
    const board = byId("board");
    board.dataset.ply = ply;
    board.dataset.fen = position.fen;
    const said = (isWhite) => [...standing]
      .filter(([, letter]) => (letter === letter.toUpperCase()) === isWhite)
      .map(([square, letter]) => kinds.get(letter).kind + " " + square)
      .join(", ");
    board.setAttribute("aria-label", `White: ${said(true)}. Black: ${said(false)}.`);
  };

  /** The number of a ply's move and whether Black made it. */
  const numbered = (at) => {
    const blackFirst = isBlackToMove(game.plies[0]) ? 1 : 0;
    const half = at - 1 + blackFirst;
    return { number: game.first + Math.floor(half / 2), black: half % 2 === 1 };
  };

  const outcome = () => game.result + (game.closing ? " – " + game.closing : "");

  const tell = () => {
    const position = game.plies[ply];
    const { number, black } = numbered(ply);
    const move = ply === 0 ? "Start" : `${number}${black ? "…" : "."} ${position.move}`;
    const score = position.score ? "  " + position.score[0] : "";
    const end = ply === game.plies.length - 1 ? "  " + game.result : "";
    byId("status").textContent = move + score + end;
    byId("comment").textContent = position.comment ?? "";
    byId("fen").value = position.fen;
    const [above, below] = flipped ? ["white", "black"] : ["black", "white"];
    const turn = isBlackToMove(position) ? "black" : "white";
    for (const [id, side] of [["above", above], ["below", below]]) {
      byId(id).textContent = game[side];
      byId(id).className = `player ${side}` + (side === turn ? " turn" : "");
    }
    const isFirst = ply === 0;
    const isLast = ply === game.plies.length - 1;
    for (const [id, isOff] of [["first", isFirst], ["prev", isFirst], ["next", isLast], ["last", isLast]]) {
      byId(id).setAttribute("aria-disabled", isOff);
    }
  };

  const choose = () => {
    buttons.forEach((button, number) => {
      const isHere = number + 1 === ply;
      button.tabIndex = isHere || (ply === 0 && number === 0) ? 0 : -1;
      if (isHere) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const list = byId("moves");
    // The list's own scrolling, and not the page's, keeps the move in view.
    if (ply === 0) {
      list.scrollTop = 0;
      return;
    }
    const row = buttons[ply - 1].parentElement;
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
    const bottom = row.offsetTop + row.offsetHeight;
    if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  };

  const go = (to) => {
    ply = Math.max(0, Math.min(game.plies.length - 1, to));
    const hadFocus = buttons.includes(document.activeElement);
    drawBoard();
    tell();
    choose();
    if (hadFocus && ply > 0) buttons[ply - 1].focus({ preventScroll: true });
    placeCursor();
  };

  const listMoves = () => {
    const rows = [];
    buttons = [];
    for (let at = 1; at < game.plies.length; at += 1) {
      const { number, black } = numbered(at);
      if (rows.length === 0 || !black) {
        rows.push(element("li", {}, element("span", {}, `${number}.`)));
        if (black) rows[0].append(element("span", {}, "…"));
      }
      const { move, score } = game.plies[at];
      const button = element("button", { type: "button", "data-ply": at }, move);
      if (score) button.append(element("small", {}, score[0]));
      button.addEventListener("click", () => go(at));
      buttons.push(button);
      rows[rows.length - 1].append(button);
    }
    byId("moves").replaceChildren(...rows);
    byId("moves").hidden = rows.length === 0;
  };

  // The curve: two lines, since each side tells its own scores.

  const TOP = 8;
  const SIDE = 34;

  /** A score between -1 and 1: what decides a game has most of the room near the middle. */
  const height = ([, score]) => {
    if (score.mate !== undefined) return Math.sign(score.mate);
    return (2 / Math.PI) * Math.atan(score.centipawns / 300);
  };

  const size = () => ({ width: byId("chart").clientWidth || 300, height: byId("chart").clientHeight || 150 });
  const across = (at) => SIDE + ((size().width - SIDE - TOP) * at) / Math.max(1, game.plies.length - 1);
  const down = (value) => TOP + ((size().height - 2 * TOP) * (1 - value)) / 2;

  const drawCurve = () => {
    const scored = game.plies.some((position) => position.score);
    byId("curve").hidden = !scored;
    if (!scored) {
      byId("chart").replaceChildren();
      return;
    }
    const { width } = size();
    const chart = shape("svg", { "aria-hidden": "true" });
    for (const pawns of [-10, -3, -1, 0, 1, 3, 10]) {
      const y = down(height(["", { centipawns: pawns * 100 }]));
      chart.append(shape("line", { class: pawns === 0 ? "zero" : "level", x1: SIDE, x2: width - TOP, y1: y, y2: y }));
      const label = pawns > 0 ? `+${pawns}` : `${pawns}`.replace("-", "−");
      chart.append(shape("text", { x: SIDE - 6, y: y + 4, "text-anchor": "end" }, label));
    }
    chart.append(shape("line", { class: "here", y1: TOP, y2: size().height - TOP }));
    for (const [side, isBlack] of [["white", false], ["black", true]]) {
      const points = game.plies
        .map((position, at) => ({ position, at }))
        .filter(({ position, at }) => at > 0 && position.score && numbered(at).black === isBlack)
        .map(({ position, at }) => `${across(at).toFixed(1)},${down(height(position.score)).toFixed(1)}`);
      chart.append(shape("polyline", { class: side, points: points.join(" ") }));
      byId(`${side}-name`).textContent = game[side];
    }
    byId("chart").replaceChildren(chart);
    placeCursor();
  };

  const placeCursor = () => {
    const cursor = byId("chart").querySelector(".here");
    if (!cursor) return;
    cursor.setAttribute("x1", across(ply));
    cursor.setAttribute("x2", across(ply));
  };

  const open = (number) => {
    game = data.games[number];
    byId("board").dataset.game = number;
    byId("game").value = String(number);
    byId("result").textContent = outcome();
    byId("tags").replaceChildren(
      ...game.tags.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    );
    listMoves();
    go(0);
    drawCurve();
  };

  const steps = {
    first: () => go(0),
    prev: () => go(ply - 1),
    next: () => go(ply + 1),
    last: () => go(game.plies.length - 1),
    flip: () => {
      flipped = !flipped;
      byId("flip").setAttribute("aria-pressed", flipped);
      go(ply);
    },
  };
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener("click", step);

  const keys = { Home: "first", ArrowLeft: "prev", ArrowRight: "next", End: "last", f: "flip", F: "flip" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, input, .wide")) return;
    const step = keys[event.key];
    if (!step) return;
    event.preventDefault();
    steps[step]();
  });
  byId("game").addEventListener("change", (event) => open(Number(event.target.value)));
  byId("chart").addEventListener("click", (event) => {
    const x = event.clientX - byId("chart").getBoundingClientRect().left;
    const room = size().width - SIDE - TOP;
    go(Math.round(((x - SIDE) / room) * (game.plies.length - 1)));
  });
  new ResizeObserver(drawCurve).observe(byId("chart"));

  document.querySelector(".choice").hidden = data.games.length < 2;
  open(0);
})();

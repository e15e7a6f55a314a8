// The search, and the field in which a link is tried.
"use strict";

(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const walker = linkWalker(data);
  const boxes = [...document.querySelectorAll(".box")];
  const edges = [...document.querySelectorAll(".edge")];
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const words = new Map(boxes.map((box) => [box, box.querySelector("title").textContent.toLowerCase()]));

  // By id of a box, the ids of those at its right, and at its left.
  const neighbours = (from, to) => {
    const ids = new Map(boxes.map((box) => [box.id, []]));
    for (const { dataset } of edges) ids.get(dataset[from]).push(dataset[to]);
    return ids;
  };
  const [right, left] = [neighbours("from", "to"), neighbours("to", "from")];

  // These ids, and those of all boxes that are reached from them in one direction.
  function reached(ids, next) {
    const found = new Set(ids);
    // A set that grows while it is walked through has its new members walked through too.
    for (const id of found) for (const neighbour of next.get(id)) found.add(neighbour);
    return found;
  }

  // Shows these boxes with all that leads to them and from them; null shows everything.
  function show(ids) {
    const shown = ids === null ? null : new Set([...reached(ids, right), ...reached(ids, left)]);
    for (const box of boxes) {
      box.classList.toggle("hit", ids !== null && ids.has(box.id));
      box.classList.toggle("dimmed", shown !== null && !shown.has(box.id));
    }
    for (const edge of edges) {
      const isShown = shown === null || (shown.has(edge.dataset.from) && shown.has(edge.dataset.to));
      edge.classList.toggle("dimmed", !isShown);
      edge.classList.toggle("hit", shown !== null && isShown);
    }
  }

  let hits = [];
  let next = 0;

  function goTo(box) { box?.scrollIntoView({ block: "center", inline: "nearest" }); }

  function search() {
    const wanted = find("search").value.trim().toLowerCase().split(/\s+/).filter((word) => word !== "");
    find("answer").hidden = true;
    if (wanted.length === 0) {
      hits = [];
      find("hits").value = "";
      return show(null);
    }
    hits = boxes.filter((box) => wanted.every((word) => words.get(box).includes(word)));
    next = 0;
    find("hits").value = hits.length === 0 ? "nothing found" : `${hits.length} found`;
    show(new Set(hits.map((box) => box.id)));
    goTo(hits[0]);
  }

  // ---- The answer for a link

  // What cannot be seen, or changes the direction of writing, is written as `\u{202e}`.
  function printable(text) {
    return [...text].map((character) => {
      const code = character.codePointAt(0);
      const isHidden = data.forbidden.some(([first, last]) => code >= first && code <= last);
      return isHidden ? `\\u{${code.toString(16)}}` : character;
    }).join("");
  }

  const routeOf = (row) => data.routes[row];
  const idOf = (row) => "route-" + routeOf(row).number;

  function fault(found) {
    const route = routeOf(found.row);
    const key = found.condition === null ? null : route.keys[found.condition];
    switch (found.fault) {
      case "missing": return `the query key ${key} is missing`;
      case "duplicate": return `the query key ${key} is given more than once`;
      case "unexpected": return "a query key is not allowed";
      default: return `the value of the query key ${key} does not fit`;
    }
  }

  function sentence(found) {
    const route = found.row === undefined ? null : routeOf(found.row);
    switch (found.verdict) {
      case "route": return `The route ${route.name} takes this link: ${route.feature} · ${route.action}`;
      case "excluded": return `The route ${route.name} excludes this path: except ${route.excepts[found.except]}`;
      case "query": return `The route ${route.name} does not take this link: ${fault(found)}`;
      case "fragment": return `The route ${route.name} does not take this link: the fragment is ${found.fault}`;
      case "denied": return `A line denies this path: deny ${data.denialTexts[found.denial] ?? ""}`;
      case "schemeNotAllowed": return "The table declares no such scheme.";
      case "hostNotAllowed": return "The table declares no such host.";
      case "notFound": return "No route takes this path.";
      case "refused": return `The policy of links refuses this text: ${found.why}. deeplinkctl explain says more.`;
      default: return `This page cannot decide: ${found.why}. deeplinkctl explain can.`;
    }
  }

  function considered(found) {
    return (found.considered ?? []).filter(({ row }) => row !== found.row).map((candidate) => {
      const route = routeOf(candidate.row);
      const reason =
        candidate.except >= 0 ? `except ${route.excepts[candidate.except]} covers the path`
        : candidate.fault !== null ? fault({ row: candidate.row, ...candidate.fault })
        : "takes the path too, and has lower precedence";
      return `${route.name} ${route.pattern}: ${reason}`;
    });
  }

  function lines(found) {
    const isTaken = found.verdict === "route";
    const mark = isTaken ? "good" : found.verdict === "undecided" ? "open" : "bad";
    const list = [[mark, sentence(found)]];
    if (found.link !== undefined) list.push(["faint", `rewritten by ${found.rewrites.join(", ")} to ${found.link}`]);
    if (isTaken) {
      const route = routeOf(found.row);
      list.push(["", "pattern " + route.pattern]);
      if (found.inputs.length > 0) {
        list.push(["", "with " + found.inputs.map(([name, value]) => `${name} = ${value}`).join(", ")]);
      }
      if (found.leftOut.length > 0) list.push(["faint", "left out: " + found.leftOut.join(", ")]);
      for (const condition of route.conditions) list.push(["", condition]);
      if (found.mayRefuse) list.push(["faint", "The action may refuse some values."]);
    }
    for (const line of considered(found)) list.push(["faint", "also considered: " + line]);
    return list;
  }

  function decide() {
    const text = find("link").value;
    const answer = find("answer");
    answer.hidden = text === "";
    if (text === "") return show(null);
    const found = walker.decide(text);
    answer.replaceChildren(...lines(found).map(([mark, line]) => {
      const paragraph = document.createElement("p");
      paragraph.className = mark;
      paragraph.textContent = printable(line);
      return paragraph;
    }));
    const id = found.row === undefined ? null : idOf(found.row);
    show(new Set(id === null ? [] : [id]));
    if (id !== null) goTo(byId.get(id));
  }

  find("search").addEventListener("input", search);
  find("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (hits.length === 0) return;
    next = (next + 1) % hits.length;
    goTo(hits[next]);
  });
  find("link-form").addEventListener("submit", (event) => {
    event.preventDefault();
    decide();
  });
  for (const box of boxes) box.addEventListener("click", () => show(new Set([box.id])));
  document.querySelector("main").addEventListener("click", (event) => {
    if (event.target.closest(".box") === null) show(null);
  });
})();

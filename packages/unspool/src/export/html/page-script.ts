// The one script of the page: search, folds, theme, print. It reads text and moves elements; it makes no markup from
// text, keeps nothing but the theme, and without it everything can still be read.

/** Hits beyond this many are not marked: a letter in a big session would stop the browser. */
export const PAGE_SCRIPT: string = String.raw`
"use strict";
(() => {
  const MAX_HITS = 1000;
  const byId = (id) => document.getElementById(id);
  const main = document.querySelector("main");
  const search = byId("search"), hits = byId("hits"), next = byId("next"), previous = byId("previous");
  const folds = byId("folds"), theme = byId("theme");
  document.querySelector(".tools").hidden = false;

  let marks = [], current = -1, opened = [];

  function clear() {
    for (const mark of marks) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent.normalize();
    }
    for (const fold of opened) fold.open = false;
    marks = []; opened = []; current = -1;
  }

  function unfold(element) {
    for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      if (!fold.open) { fold.open = true; opened.push(fold); }
    }
  }

  function find(wanted) {
    clear();
    let found = 0;
    if (wanted !== "") {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const nodes = [];
      for (let node = walker.nextNode(); node && found < MAX_HITS; node = walker.nextNode()) {
        const text = node.data.toLowerCase();
        // Few letters change their length with their case; such a text is searched as it is.
        const places = [], source = text.length === node.data.length ? text : node.data;
        for (let place = source.indexOf(wanted); place >= 0 && found < MAX_HITS; place = source.indexOf(wanted, place + wanted.length)) {
          places.push(place); found += 1;
        }
        if (places.length > 0) nodes.push([node, places]);
      }
      for (const [node, places] of nodes) {
        const made = [];
        for (const place of places.reverse()) {
          const range = document.createRange();
          range.setStart(node, place);
          range.setEnd(node, place + wanted.length);
          const mark = document.createElement("mark");
          range.surroundContents(mark);
          made.unshift(mark);
        }
        for (const mark of made) { marks.push(mark); unfold(mark); }
      }
    }
    next.disabled = previous.disabled = marks.length === 0;
    if (marks.length > 0) go(0);
    else hits.textContent = wanted === "" ? "" : "no hit";
  }

  function go(place) {
    if (marks.length === 0) return;
    if (current >= 0) marks[current].classList.remove("current");
    current = (place + marks.length) % marks.length;
    const mark = marks[current];
    mark.classList.add("current");
    mark.scrollIntoView({ block: "center" });
    hits.textContent = (current + 1) + " of " + (marks.length === MAX_HITS ? MAX_HITS + " or more" : marks.length);
  }

  let timer = 0, last = "";
  function begin() {
    clearTimeout(timer);
    const wanted = search.value.toLowerCase();
    if (wanted !== last) { last = wanted; find(wanted); }
  }
  search.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(begin, 150); });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { search.value = ""; begin(); search.blur(); }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (search.value.toLowerCase() !== last) begin();
    else go(current + (event.shiftKey ? -1 : 1));
  });
  next.addEventListener("click", () => go(current + 1));
  previous.addEventListener("click", () => go(current - 1));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target === search) return;
    event.preventDefault();
    search.focus();
    search.select();
  });

  let isUnfolded = false;
  folds.addEventListener("click", () => {
    isUnfolded = !isUnfolded;
    for (const fold of main.querySelectorAll("details")) fold.open = isUnfolded;
    opened = [];
    folds.textContent = isUnfolded ? "Fold all" : "Unfold all";
  });

  const THEMES = { auto: "Auto", light: "Light", dark: "Dark" };
  // Storage may be forbidden for pages from files.
  const keep = (name) => { try { localStorage.setItem("unspool-theme", name); } catch {} };
  const kept = () => { try { return localStorage.getItem("unspool-theme"); } catch { return null; } };
  function wear(name) {
    document.documentElement.dataset.theme = name;
    theme.textContent = THEMES[name];
  }
  const before = kept();
  wear(Object.hasOwn(THEMES, before) ? before : "auto");
  theme.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const name = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
    wear(name);
    keep(name);
  });

  let unfoldedForPrint = [];
  addEventListener("beforeprint", () => {
    unfoldedForPrint = [...document.querySelectorAll("details:not([open])")];
    for (const fold of unfoldedForPrint) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of unfoldedForPrint) fold.open = false;
    unfoldedForPrint = [];
  });
})();
`;

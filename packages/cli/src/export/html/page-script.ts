// The script of the page: search, folding, theme, print. It never creates markup from text and stores only the theme. The page is
// readable without it.

/** Limits the marked hits, because a single letter in a large session would block the browser. */
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
    for (const mark of marks.flat()) {
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

  // Words in bold and coloured code are one text for the reader; a cell of a row is one for itself.
  const INLINE = new Set(["A", "B", "CODE", "DEL", "EM", "I", "STRONG"]);
  function findHolder(node) {
    let holder = node.parentElement;
    while (INLINE.has(holder.tagName) && !holder.parentElement.matches(".hunk > div")) holder = holder.parentElement;
    return holder;
  }

  // All text nodes of the page, those that stand together as one list.
  function* collectTexts() {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let nodes = [], holder = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const its = findHolder(node);
      if (its !== holder && nodes.length > 0) { yield nodes; nodes = []; }
      holder = its;
      nodes.push(node);
    }
    if (nodes.length > 0) yield nodes;
  }

  function find(wanted) {
    clear();
    let found = 0;
    if (wanted !== "") {
      const groups = [];
      for (const nodes of collectTexts()) {
        const whole = nodes.length === 1 ? nodes[0].data : nodes.map((node) => node.data).join("");
        const text = whole.toLowerCase();
        // Few letters change their length with their case; such a text is searched as it is.
        const positions = [], source = text.length === whole.length ? text : whole;
        for (let position = source.indexOf(wanted); position >= 0 && found < MAX_HITS; position = source.indexOf(wanted, position + wanted.length)) {
          positions.push(position); found += 1;
        }
        if (positions.length > 0) groups.push([nodes, positions]);
        if (found >= MAX_HITS) break;
      }
      for (const [nodes, positions] of groups) {
        const made = markHits(nodes, positions, wanted.length);
        for (const hit of made) { marks.push(hit); unfold(hit[0]); }
      }
    }
    next.disabled = previous.disabled = marks.length === 0;
    if (marks.length > 0) go(0);
    else hits.textContent = wanted === "" ? "" : "no hit";
  }

  // From the last position to the first: marking splits a node and would move later positions.
  function markHits(nodes, positions, length) {
    const ends = [];
    let end = 0;
    for (const node of nodes) ends.push(end += node.data.length);
    const made = [];
    let at = nodes.length - 1;
    for (const position of positions.reverse()) {
      const hit = [];
      while (at > 0 && ends[at - 1] >= position + length) at -= 1;
      for (let index = at; index >= 0 && ends[index] > position; index -= 1) {
        const start = index === 0 ? 0 : ends[index - 1];
        const range = document.createRange();
        range.setStart(nodes[index], Math.max(0, position - start));
        range.setEnd(nodes[index], Math.min(position + length, ends[index]) - start);
        const mark = document.createElement("mark");
        range.surroundContents(mark);
        hit.unshift(mark);
      }
      made.unshift(hit);
    }
    return made;
  }

  function go(position) {
    if (marks.length === 0) return;
    if (current >= 0) for (const mark of marks[current]) mark.classList.remove("current");
    current = (position + marks.length) % marks.length;
    for (const mark of marks[current]) mark.classList.add("current");
    marks[current][0].scrollIntoView({ block: "center" });
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
  const storeTheme = (name) => { try { localStorage.setItem("unspool-theme", name); } catch {} };
  const readTheme = () => { try { return localStorage.getItem("unspool-theme"); } catch { return null; } };
  function applyTheme(name) {
    document.documentElement.dataset.theme = name;
    theme.textContent = THEMES[name];
  }
  const before = readTheme();
  applyTheme(Object.hasOwn(THEMES, before) ? before : "auto");
  theme.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const name = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
    applyTheme(name);
    storeTheme(name);
  });

  // A link to something folded shows it.
  function showTarget() {
    const target = location.hash.length > 1 ? byId(decodeURIComponent(location.hash.slice(1))) : null;
    if (!target || !main.contains(target)) return;
    if (target.tagName === "DETAILS") target.open = true;
    for (let fold = target.parentElement.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", showTarget);
  showTarget();

  // Where the reader is, in the outline: the innermost section at the top.
  const outlineLinks = [...document.querySelectorAll(".outline a")].map((link) => [link, byId(link.hash.slice(1))]).filter(([, section]) => section);
  let here = null, isAsked = false;
  function markPosition() {
    isAsked = false;
    let link = outlineLinks.length > 0 ? outlineLinks[0][0] : null;
    for (const [each, section] of outlineLinks) {
      const { top, bottom } = section.getBoundingClientRect();
      if (top < 120 && bottom > 120) link = each;
    }
    if (link === here) return;
    if (here) here.removeAttribute("aria-current");
    here = link;
    if (!here) return;
    here.setAttribute("aria-current", "true");
    const list = here.closest(".outline"), box = here.getBoundingClientRect(), frame = list.getBoundingClientRect();
    if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
    else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
  }
  addEventListener("scroll", () => { if (!isAsked) { isAsked = true; requestAnimationFrame(markPosition); } }, { passive: true });
  markPosition();

  // One button for all code: it goes to the block that is pointed at.
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "copy";
  copy.title = "Copy this code";
  const offer = (event) => {
    const block = event.target.closest ? event.target.closest(".block") : null;
    if (!block || copy.parentElement === block) return;
    copy.textContent = "Copy";
    block.append(copy);
  };
  for (const name of ["pointerover", "focusin", "click"]) main.addEventListener(name, offer);
  copy.addEventListener("click", async () => {
    const code = copy.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = "Copied";
    } catch {
      // Not every browser lets pages from files do it: then it is one key away.
      getSelection().selectAllChildren(code);
      copy.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
    }
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

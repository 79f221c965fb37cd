// A session as text: a fold of events into pieces to print. A block that is being typed is never cut: what others say
// meanwhile waits for its end.
import { createNarrator } from "./narrator.mjs";
import { createPage } from "./page.mjs";

/** A view as wide as `windowColumns()` says. `take` gives the pieces of one event, `end` those that were held back. */
export function createView(windowColumns) {
  const page = createPage(windowColumns);
  const narrator = createNarrator(page);
  let waiting = [];

  const tellOrWait = (event) => {
    if (narrator.mustWait(event)) waiting.push(event);
    else narrator.tell(event);
  };

  return {
    take(event) {
      tellOrWait(event);
      // Whatever waited may itself begin a block, and the rest then waits again.
      while (waiting.length > 0 && !narrator.mustWait(waiting[0])) {
        const events = waiting;
        waiting = [];
        for (const next of events) tellOrWait(next);
      }
      return page.take();
    },
    end() {
      narrator.closeBlock();
      for (const event of waiting) narrator.tell(event);
      narrator.closeBlock();
      narrator.tellCounts();
      return page.take();
    },
  };
}

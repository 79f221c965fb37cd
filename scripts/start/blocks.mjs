// The blocks of a message as they come into being: text and thinking word by word, a tool call by its name first.
// At most one block is open, because there is one place where the page grows.
import { MARKS } from "./marks.mjs";
import { kindIn } from "./page.mjs";
import { inputSummary, startsAgent, toolName } from "./tool-call.mjs";

/** The blocks on a page. `onCall` hears of each finished tool call, with its summary. */
export function createBlocks(page, lanes, { folder, onCall }) {
  let open;

  const openText = (event) => {
    const lane = lanes.of(event.agent);
    const kind = event.type.startsWith("thinking") ? "thinking" : "text";
    const style = kind === "thinking" ? "dim" : undefined;
    open = { event, text: page.openText(kindIn(lane, kind), lane, MARKS[kind], style) };
  };
  const closeText = (remark) => {
    open?.text.end(remark);
    open = undefined;
  };

  const startText = (event) => {
    if (event.restart === true) closeText("(no, rather:)");
    openText(event);
  };
  const growText = (event) => {
    // A block that grows after it was finished goes on in a line of its own.
    if (open === undefined) openText(event);
    open.text.push(event.text);
    if (event.type === "text-delta") lanes.heard(event.agent);
    // The wire sent it whole, and will tell only later that it does not grow: nobody needs to wait for that.
    if (event.line === open.event.line) closeText();
  };
  const endText = (event) => closeText(event.aborted === true ? "(cut off)" : undefined);

  const startCall = (event) => {
    if (open !== undefined) return; // the call starts again with other input, of which nothing has been shown
    const lane = lanes.of(event.agent);
    const started = startsAgent(event.name) ? lanes.of(event.toolUseId, event.agent) : undefined;
    const number = started === undefined ? [] : [{ text: ` ${started.number}`, style: started.style }];
    const spans = [{ text: toolName(event.name), style: "strong" }, ...number];
    open = { event, finish: page.openLine(kindIn(lane, "call"), lane, MARKS.call, spans) };
  };
  const endCall = (event) => {
    const summary = event.input === null ? "(cut off)" : inputSummary(event.input, event.name, folder());
    open?.finish([{ text: `  ${summary}`.trimEnd() }]);
    open = undefined;
    onCall(event, summary);
  };

  return {
    handlers: {
      "text-start": startText,
      "text-delta": growText,
      "text-end": endText,
      "thinking-start": startText,
      "thinking-delta": growText,
      "thinking-end": endText,
      "tool-call-start": startCall,
      "tool-call-end": endCall,
    },
    /** Whether the event would come between the words of the open block. */
    isOpenForOther(event) {
      return open !== undefined && !isSameBlock(open.event, event);
    },
    /** Ends what is open, where it stands. */
    close() {
      open?.text?.end();
      open?.finish?.([]);
      open = undefined;
    },
  };
}

function isSameBlock(one, other) {
  return one.block === other.block && one.messageId === other.messageId && one.agent === other.agent;
}

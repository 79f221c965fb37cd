// Answers to requests that a recording does not know: what the host needs to go on, or a refusal that says why.

/** One line of stdout, without LF. */
export function madeUpAnswer(subtype: string, requestId: string): string {
  const content = MADE_UP[subtype];
  const response =
    content === undefined
      ? { subtype: "error", request_id: requestId, error: `The recording has no answer to ${subtype}.` }
      : { subtype: "success", request_id: requestId, response: content };
  return JSON.stringify({ type: "control_response", response });
}

const MADE_UP: Readonly<Record<string, object>> = {
  initialize: { commands: [], models: [], agents: [], output_style: "default", available_output_styles: ["default"] },
  interrupt: { still_queued: [] },
};

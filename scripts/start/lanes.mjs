// Who speaks: each agent gets a number, a colour and a gutter, nested under the agent that started it.

const MAX_DEPTH = 3;
const COLOURS = 5;

/** The agents of a session, by the id of the tool use that started them. */
export function createLanes() {
  const lanes = new Map();
  return {
    /** The lane of an agent, made at first sight; `undefined` for the main agent. */
    of(agent, starter = null) {
      if (agent === null) return undefined;
      const known = lanes.get(agent);
      if (known !== undefined) return known;
      const number = lanes.size + 1;
      const outer = starter === null ? undefined : lanes.get(starter);
      const depth = Math.min((outer?.depth ?? 0) + 1, MAX_DEPTH);
      const indent = "  ".repeat(depth);
      const lane = {
        number,
        depth,
        gutter: `${indent}${number} │ `,
        endGutter: `${indent}${number} `,
        style: `agent${((number - 1) % COLOURS) + 1}`,
        hasSpoken: false,
        hasEnded: false,
      };
      lanes.set(agent, lane);
      return lane;
    },
    /** Notes that an agent's own words have been shown. */
    heard(agent) {
      const lane = lanes.get(agent);
      if (lane !== undefined) lane.hasSpoken = true;
    },
    /** The lane that this tool use started, if it started one. */
    startedBy(toolUseId) {
      return lanes.get(toolUseId);
    },
  };
}

// The order in which the calls of one message run: calls that only read run in parallel, others run alone.

const nothing = (): void => undefined;

/** Lets readers run together and others alone, in the order in which they came. */
export interface Gate {
  /** `wait` resolves when the call may run; undefined means at once. `leave` lets the next call run. */
  enter(runsBeside: boolean): { readonly wait: Promise<void> | undefined; readonly leave: () => void };
}

export function createGate(): Gate {
  const inside: { readonly runsBeside: boolean; readonly left: Promise<void> }[] = [];
  return {
    enter(runsBeside) {
      const blocking = inside.filter((other) => !(runsBeside && other.runsBeside));
      let leave = nothing;
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      const entry = { runsBeside, left };
      inside.push(entry);
      const wait =
        blocking.length === 0 ? undefined : Promise.all(blocking.map((other) => other.left)).then(() => undefined);
      return {
        wait,
        leave() {
          inside.splice(inside.indexOf(entry), 1);
          leave();
        },
      };
    },
  };
}

// The session of `unspool demo`: finds and fixes a small bug, with thinking, tools, two agents, a permission request and a
// summary. Delays are those of a fast model; the simulator skips them if stdout is not a terminal.

import { say, scenario, type Scenario } from "@unspool/simulator";

export const DEMO_PROMPT = "npm test fails since yesterday. Find out why and fix it.";

const SPOKEN = { delayMs: 500, pieceDelayMs: 35, pieceLength: 7 };

export function createDemoScenario(): Scenario {
  return scenario("demo")
    .turn(
      say.next(SPOKEN),
      say.thinking("Before I guess, I should see the failure itself."),
      say.text("Let me see it fail first."),
      say.tool("Bash", { command: "npm test --silent", description: "Run the tests" }, FAILING, {
        isError: true,
        durationMs: 1400,
        asks: false,
      }),
      say.next(SPOKEN),
      say.thinking(
        "1799.1 is not a whole number of cents, so something still reckons in dollars. The code will say what " +
          "happens, the history since when. Neither needs the other: both at once.",
      ),
      say.text(
        "A total of 1799.1 cents: the discount leaves a fraction. Two agents look, one at the code, one at the history.",
      ),
      say.agent(
        {
          prompt: "Read the discount code and say how it rounds.",
          description: "Read the discount code",
          type: "Explore",
        },
        say.next({ delayMs: 600 }),
        say.tool("Read", { file_path: "${cwd}/src/cart.js" }, CART, { durationMs: 300 }),
        say.next({ delayMs: 500 }),
        say.tool("Read", { file_path: "${cwd}/src/discount.js" }, DISCOUNT, { durationMs: 900 }),
        say.next({ delayMs: 700 }),
        say.usage({ inputTokens: 6200, outputTokens: 90 }),
        say.text("`discount()` returns `Math.round(19990) / 100 = 199.9`: right for dollars, wrong for cents."),
      ),
      say.agent(
        { prompt: "Look at what changed since yesterday.", description: "Look at what changed", type: "Explore" },
        say.next({ delayMs: 400 }),
        say.thinking("The log first, then the files of the commit."),
        say.tool("Bash", { command: "git log --oneline --stat -2", description: "Recent commits" }, LOG, {
          durationMs: 1100,
          asks: false,
        }),
        say.next({ delayMs: 1300 }),
        say.usage({ inputTokens: 5900, outputTokens: 80 }),
        say.text(
          "“Keep prices in whole cents” (yesterday) changed `src/cart.js` and the tests, but not `src/discount.js`.",
        ),
      ),
      say.next(SPOKEN),
      say.text("That is the whole story, so the fix is one line."),
      say.tool("Edit", EDIT, "The file has been updated.", { asks: true, durationMs: 100 }),
      say.error(529, { times: 1 }),
      say.tool("Bash", { command: "npm test --silent", description: "Run the tests" }, PASSING, {
        durationMs: 1200,
        asks: false,
      }),
      say.next({ ...SPOKEN, pieceDelayMs: 22 }),
      say.text(SUMMARY),
      say.usage({ inputTokens: 2300, outputTokens: 410, cacheReadInputTokens: 18_400 }),
    )
    .turn(say.next(SPOKEN), say.text(LEFT_ALONE))
    .with({ model: "claude-sonnet-5-5" });
}

const FAILING = `Exit code 1
ok    adds up the items
FAIL  takes ten percent off: expected 1799, got 1799.1
ok    ignores an unknown code`;

const PASSING = `ok    adds up the items
ok    takes ten percent off
ok    ignores an unknown code`;

const CART = `     1\timport { discount } from "./discount.js";
     2\t
     3\t/** The total of a cart, in cents. */
     4\texport function total(items, code) {
     5\t  const sum = items.reduce((all, { cents }) => all + cents, 0);
     6\t  return sum - discount(sum, code);
     7\t}`;

const DISCOUNT = `     1\tconst PERCENT = { SPRING: 10 };
     2\t
     3\t/** What a code takes off a sum. */
     4\texport function discount(sum, code) {
     5\t  const percent = PERCENT[code] ?? 0;
     6\t  return Math.round(sum * percent) / 100;
     7\t}`;

const LOG = `e3dbe93 Keep prices in whole cents
 src/cart.js | 2 +-
 test.js     | 8 ++++----
 2 files changed, 5 insertions(+), 5 deletions(-)
1f6ab02 A code for spring
 src/discount.js | 2 +-`;

const EDIT = {
  file_path: "${cwd}/src/discount.js",
  old_string: "  const percent = PERCENT[code] ?? 0;\n  return Math.round(sum * percent) / 100;\n}",
  new_string: "  const percent = PERCENT[code] ?? 0;\n  return Math.round((sum * percent) / 100);\n}",
};

/** The answer after the change was denied. */
const LEFT_ALONE = `## Nothing is changed, and one test still fails

I leave \`src/discount.js\` as it is. The one line that I would have changed rounds last:

\`\`\`js
return Math.round((sum * percent) / 100);
\`\`\`
`;

const SUMMARY = `## All three tests pass

Since *“Keep prices in whole cents”* a sum is in cents, but \`discount()\` still rounded as if it were in dollars.

| code | sum | before | now |
|---|---:|---:|---:|
| SPRING | 1999 | 199.9 | 200 |
| none | 1999 | 0 | 0 |

1. **The fix:** \`src/discount.js\` now rounds last, so a discount is always a whole number of cents.
2. Nothing else had to change.
`;

// The README's table of commands is generated from COMMANDS. `npm test -- packages/cli/test/readme -u` writes it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { COMMANDS } from "../src/command-table.ts";

test("the README lists every command with its arguments and its summary", async () => {
  const readme = fileURLToPath(new URL("../README.md", import.meta.url));
  const rows = COMMANDS.map(
    ({ name, parameters, summary }) =>
      `| \`${["unspool", name, parameters].filter(Boolean).join(" ")}\` | ${summary} |`,
  );
  const table = ["<!-- commands -->", "| command | what it does |", "|---|---|", ...rows, "<!-- /commands -->"].join(
    "\n",
  );
  const text = readFileSync(readme, "utf8");
  const expected = text.replace(/<!-- commands -->.*<!-- \/commands -->/s, () => table);
  await expect(expected).toMatchFileSnapshot(readme);
});

// The example of a real-time web page: its server in a process of its own, its page in a browser.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { say, scenario, type ScenarioSource } from "@unspool/simulator";
import type { FakeClaude } from "@unspool/simulator/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { useChromium, watchIncidents } from "../export/chromium.ts";
import { prepare } from "./run-example.ts";

const browser = useChromium();

async function serve(plays?: ScenarioSource): Promise<{ readonly url: string; readonly claude: FakeClaude }> {
  const { program, cwd, env, claude } = prepare("web-page", plays);
  const server = spawn(process.execPath, [program], {
    cwd,
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  onTestFinished(async () => {
    server.kill();
    await exited;
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return { url, claude };
  }
  throw new Error("The server has not said where it listens.");
}

describe("web-page", () => {
  test("shows tools, answer and cost of a turn", async () => {
    const { url } = await serve();
    const page = await browser().newPage();
    const incidents = watchIncidents(page, (address) => address.startsWith(url));
    await page.goto(url);
    await page.click("button");
    await page.waitForSelector("footer:not(:empty)");
    expect(await page.innerText("li")).toBe('Bash {"command":"ls","description":"List the folder"} ✓');
    expect(await page.innerText("pre")).toBe("Let me look. Three things: a README, a package.json and the folder src.");
    expect(await page.innerText("footer")).toMatch(/^1 tool calls, \$0\.\d{4}$/);
    expect(incidents).toEqual([]);
    await page.close();
  });

  test("shows an answer that is still being written, and stops the turn when the reader leaves", async () => {
    const { url, claude } = await serve(scenario("endless").turn(say.text("Once upon a time"), say.hang()));
    const page = await browser().newPage();
    await page.goto(url);
    await page.fill("input", "Tell me a story");
    await page.click("button");
    await page.waitForSelector('pre:has-text("Once upon")');
    expect(await page.innerText("footer")).toBe("");
    await page.close();
    const requests = (): readonly unknown[] =>
      claude.received().flatMap((message) => (message.type === "control_request" ? [message.request.subtype] : []));
    await expect.poll(requests, { timeout: 20_000 }).toContain("interrupt");
  });

  test("says why a turn failed", async () => {
    const { url } = await serve(scenario("refused").turn(say.error(400, { message: "no such thing" })));
    const page = await browser().newPage();
    await page.goto(url);
    await page.click("button");
    await page.waitForSelector('footer:has-text("no such thing")');
    await page.close();
  });

  test("refuses requests of other origins without asking the model", async () => {
    const { url, claude } = await serve();
    for (const origin of ["https://example.com", undefined]) {
      const headers = origin === undefined ? {} : { Origin: origin };
      expect((await fetch(`${url}ask`, { method: "POST", body: "Spend money", headers })).status).toBe(403);
    }
    expect(claude.calls()).toEqual([]);
  });
});

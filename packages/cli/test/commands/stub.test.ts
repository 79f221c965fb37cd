import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { unspool, unspoolPath } from "../process.ts";

const request = { model: "claude-test", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };

describe("unspool stub", () => {
  it("prints its URL and variables, replies, logs, and ends at Ctrl-C", async () => {
    const child = spawn(process.execPath, [unspoolPath, "stub", "greeting"]);
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (line === "export IS_SANDBOX=1") {
        const body = JSON.stringify(request);
        const response = await fetch(`${lines[0]}/v1/messages`, { method: "POST", body });
        expect(await response.json()).toMatchObject({ content: [{ type: "text" }] });
      }
      if (line.startsWith("200")) child.kill("SIGINT");
    }
    expect(lines[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines).toContain(`export ANTHROPIC_BASE_URL=${lines[0]}`);
    expect(lines.at(-1)).toBe("200 whole: turn of main, claude-test: text");
    expect(await ended).toBe(130);
  });

  it("reports that the port is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const ran = await unspool(["stub", "greeting", "--port", String(port)]);
    server.close();
    expect(ran).toMatchObject({
      stdout: "",
      stderr: `unspool: Cannot listen on port ${port} of 127.0.0.1: choose another one, or none to get a free one.\n`,
      code: 1,
    });
  });

  it("lists the ready-made scenarios", async () => {
    expect((await unspool(["stub", "--list"])).stdout.split("\n")).toContain("two-agents");
  });

  it.each([
    [["stub"], "Give one scenario, a file or a name: unspool stub greeting (all names: unspool stub --list)"],
    [["stub", "greetin"], 'There is no ready-made scenario "greetin". Did you mean "greeting"?'],
    [["stub", "nothing-like-it"], 'There is no ready-made scenario "nothing-like-it". See: unspool simulate --list'],
    [["stub", "greeting", "--port", "70000"], '--port takes a whole number from 0 up to 65535, not "70000".'],
  ])("refuses %j in one sentence", async (args, sentence) => {
    expect(await unspool(args)).toMatchObject({ stdout: "", stderr: `unspool: ${sentence}\n`, code: 2 });
  });
});

// The page in a real browser, opened from a file as people open it. Without Chromium these tests fail in CI and are
// skipped, with the reason, on a machine of your own.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { htmlPage } from "../../src/export/html/page.ts";
import { ALL_HOSTILE, HOSTILE } from "./hostile.ts";
import { answers, calls, ends, init, pageFrom, prompt, recording, says } from "./session-lines.ts";

const INSTALL = "Chromium is not installed (apt-get install -y chromium)";
const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
const isCi = (process.env["CI"] ?? "") !== "";
const folder = mkdtempSync(join(tmpdir(), "unspool-browser-"));
let browser: Browser | undefined;

beforeAll(async () => {
  if (program === undefined) return;
  // No sandbox: as root, and in most containers, there is none to have. The pages are ours.
  browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
});
beforeEach((context) => {
  if (program !== undefined) return;
  if (isCi) throw new Error(`${INSTALL}, and CI must see the page in a browser.`);
  context.skip(`${INSTALL}: the page is not opened.`);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

interface Opened {
  readonly page: Page;
  /** Dialogs, errors, console lines and requests to anything but the file. */
  readonly incidents: string[];
}

let files = 0;

async function open(
  stream: string,
  options: Parameters<Browser["newPage"]>[0] = {},
  change: (markup: string) => string = (markup) => markup,
): Promise<Opened> {
  if (browser === undefined) throw new Error(INSTALL);
  files += 1;
  const file = join(folder, `page-${files}.html`);
  writeFileSync(file, change([...htmlPage(await pageFrom(stream))].join("")));
  const page = await browser.newPage(options);
  const incidents: string[] = [];
  page.on("dialog", (dialog) => {
    incidents.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => incidents.push(`console ${message.text()}`));
  page.on("pageerror", (error) => incidents.push(`error ${error.message}`));
  page.on("popup", (popup) => incidents.push(`popup ${popup.url()}`));
  const address = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address && !request.url().startsWith("data:image/"))
      incidents.push(`request ${request.url()}`);
  });
  await page.goto(address);
  return { page, incidents };
}

describe("the page in Chromium", () => {
  it("shows the agents as a tree, beside the page and in it", async () => {
    const { page, incidents } = await open(recording());
    expect(await page.locator(".outline .tree > li").count()).toBe(2);
    expect(await page.locator(".started > .agent").count()).toBe(2);
    expect(await page.locator(".started > .agent .call").count()).toBe(3);
    await page.locator(".outline .tree a").nth(1).click();
    expect(await page.evaluate("location.hash")).toBe("#agent-2");
    expect(await page.locator("#agent-2").isVisible()).toBe(true);
    expect(incidents).toEqual([]);
    await page.close();
  });

  it("has tools and thoughts folded, and opens them by a click", async () => {
    const { page } = await open(recording());
    expect(await page.locator("main details[open]").count()).toBe(0);
    const call = page.locator("main > .turn > .call").first();
    expect(await call.locator("pre").first().isVisible()).toBe(false);
    await call.locator("summary").click();
    expect(await call.locator("pre").first().isVisible()).toBe(true);
    await page.locator("#folds").click();
    expect(await page.locator("main details:not([open])").count()).toBe(0);
    await page.close();
  });

  it("finds text: marks it, unfolds it, counts it, and folds again", async () => {
    const { page, incidents } = await open(recording());
    const before = await page.locator("main").innerHTML();
    await page.keyboard.press("/");
    await page.keyboard.type("PERCENT");
    await page.keyboard.press("Enter");
    const marks = page.locator("main mark");
    const count = await marks.count();
    expect(count).toBeGreaterThan(2);
    expect(new Set((await marks.allTextContents()).map((text) => text.toLowerCase()))).toEqual(new Set(["percent"]));
    expect(await page.locator("main details:not([open]) mark").count()).toBe(0);
    expect(await page.locator("#hits").textContent()).toBe(`1 of ${count}`);
    await page.keyboard.press("Enter");
    expect(await page.locator("#hits").textContent()).toBe(`2 of ${count}`);
    expect(await page.locator("mark.current").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.locator("main").innerHTML()).toBe(before);
    await page.locator("#search").fill("nowhere to be found");
    await page.keyboard.press("Enter");
    expect(await page.locator("#hits").textContent()).toBe("no hit");
    expect(incidents).toEqual([]);
    await page.close();
  });

  it("is light or dark as the system has it, and by its switch", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(recording(), { colorScheme });
      const back = (): Promise<string> => page.evaluate("getComputedStyle(document.body).backgroundColor");
      const system = await back();
      expect(system).toBe(colorScheme === "light" ? "rgb(251, 250, 248)" : "rgb(23, 22, 20)");
      const seen: string[] = [];
      for (let clicks = 0; clicks < 3; clicks += 1) {
        await page.locator("#theme").click();
        seen.push(await back());
      }
      expect(seen).toEqual(["rgb(251, 250, 248)", "rgb(23, 22, 20)", system]);
      await page.close();
    }
  });

  it("unfolds everything for print, and folds it again", async () => {
    const { page } = await open(recording());
    const folded = await page.locator("details:not([open])").count();
    expect(folded).toBeGreaterThan(5);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator("details:not([open])").count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("details:not([open])").count()).toBe(folded);
    await page.close();
  });

  it("can be read without its script", async () => {
    const { page } = await open(recording(), { javaScriptEnabled: false });
    expect(await page.locator(".tools").isVisible()).toBe(false);
    const call = page.locator("main > .turn > .call").first();
    await call.locator("summary").click();
    expect(await call.locator("pre").first().isVisible()).toBe(true);
    await page.close();
  });

  it("is inert whatever the session says", async () => {
    const { page, incidents } = await open(hostileStream());
    expect(await page.evaluate("window.harmed")).toBe(undefined);
    await page.locator("#folds").click();
    // What is folded or far away comes to life only when it is seen.
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await page.locator("#search").fill("<script>");
    await page.keyboard.press("Enter");
    expect(await page.locator("main mark").count()).toBeGreaterThan(10);
    expect(await page.evaluate("document.scripts.length")).toBe(1);
    const elements = "[...document.querySelectorAll('*')]";
    expect(
      await page.evaluate(
        `${elements}.flatMap((e) => e.getAttributeNames()).filter((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc')`,
      ),
    ).toEqual([]);
    expect(
      await page.evaluate(
        "document.querySelectorAll('main :is(script,style,iframe,object,embed,form,base,meta,link,svg,input,img)').length",
      ),
    ).toBe(0);
    const links: readonly string[] = await page.evaluate("[...document.links].map((a) => a.protocol)");
    expect(new Set(links)).toEqual(new Set(["file:", "https:"]));
    expect(
      await page.evaluate("[...document.querySelectorAll('main a[target]')].every((a) => a.rel.includes('noopener'))"),
    ).toBe(true);
    const words = await page.evaluate("document.documentElement.textContent");
    for (const character of ["\u0000", "\u001B", "\u202E", "\u2066"]) expect(words).not.toContain(character);
    expect(await page.title()).toContain("<script>");
    expect(incidents).toEqual([]);
    await page.close();
  });

  it("would not run a script that got in, by its policy", async () => {
    const injected = "<script>window.harmed=1</script><img src=x onerror='window.harmed=1'>";
    const { page } = await open(recording(), {}, (markup) => markup.replace("<footer>", `${injected}<footer>`));
    expect(await page.locator("main script").count()).toBe(1);
    expect(await page.evaluate("window.harmed")).toBe(undefined);
    await page.close();
    const unguarded = await open(recording(), {}, (markup) =>
      markup.replace("<footer>", `${injected}<footer>`).replace("Content-Security-Policy", "x"),
    );
    expect(await unguarded.page.evaluate("window.harmed")).toBe(1);
    await unguarded.page.close();
  });

  it("stays usable with thousands of calls", async () => {
    const lines = [init(), prompt("Much")];
    for (let number = 0; number < 4000; number += 1) {
      lines.push(
        says([calls(`t${number}`, "Bash", { command: `echo ${number}` })]),
        answers(`t${number}`, `line of output ${number}\n`.repeat(20)),
      );
    }
    const { page, incidents } = await open(lines.join("") + ends());
    expect(await page.locator("main .call").count()).toBe(4000);
    await page.locator("#search").fill("echo 3999");
    await page.keyboard.press("Enter");
    await expect.poll(async () => page.locator("mark.current").isVisible()).toBe(true);
    expect(incidents).toEqual([]);
    await page.close();
  });
});

function hostileStream(): string {
  const lines = [init(), prompt(ALL_HOSTILE)];
  for (const [place, text] of HOSTILE.entries()) {
    const id = `t${place}${text}`;
    lines.push(
      says([
        { type: "thinking", thinking: text },
        { type: "text", text },
        calls(id, text, { command: text, [text]: text }),
      ]),
      answers(id, text, null, place % 2 === 0),
    );
  }
  const agent = '"><script>window.harmed=1</script>';
  lines.push(
    says([calls(agent, "Agent", { description: ALL_HOSTILE, prompt: ALL_HOSTILE, subagent_type: HOSTILE[0] })]),
    says(
      [
        { type: "text", text: ALL_HOSTILE },
        calls("e", "Edit", { file_path: HOSTILE[2], old_string: ALL_HOSTILE, new_string: "x" }),
      ],
      agent,
    ),
    says([
      { type: HOSTILE[0], data: ALL_HOSTILE },
      calls("l", "TodoWrite", { todos: [{ content: ALL_HOSTILE, status: "pending" }] }),
    ]),
    ends(ALL_HOSTILE),
  );
  return lines.join("");
}

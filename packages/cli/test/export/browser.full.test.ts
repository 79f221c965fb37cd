// The page in a real browser, opened from a file as people open it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { renderHtmlPage } from "../../src/export/html/page.ts";
import { useChromium, watchIncidents } from "./chromium.ts";
import { ALL_HOSTILE, HOSTILE } from "./hostile.ts";
import { answers, calls, ends, init, pageFrom, prompt, recording, says } from "./session-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "unspool-browser-"));
const browser = useChromium();
afterAll(() => rmSync(folder, { recursive: true }));

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
  files += 1;
  const file = join(folder, `page-${files}.html`);
  writeFileSync(file, change([...renderHtmlPage(await pageFrom(stream))].join("")));
  const page = await browser().newPage(options);
  const address = pathToFileURL(file).href;
  const incidents = watchIncidents(page, (url) => url.split("#")[0] === address || url.startsWith("data:image/"));
  await page.goto(address);
  return { page, incidents };
}

describe("the page in Chromium", () => {
  it("shows the agents as a tree in the outline and in the page", async () => {
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

  it("folds tools and thinking, and opens them by a click", async () => {
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

  it("finds text: marks, unfolds and counts it, and folds again", async () => {
    const { page, incidents } = await open(recording());
    const before = await page.locator("main").innerHTML();
    await page.keyboard.press("/");
    await page.keyboard.type("PERCENT");
    // On a busy machine the search begins between two letters already.
    await expect.poll(async () => page.locator("#hits").textContent()).toMatch(/^1 of /);
    const marks = page.locator("main mark");
    await expect.poll(async () => marks.first().textContent()).toMatch(/^percent$/i);
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

  it("is light or dark by the system setting and by its switch", async () => {
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

  it("unfolds everything for print and folds it again", async () => {
    const { page } = await open(recording());
    const folded = await page.locator("details:not([open])").count();
    expect(folded).toBeGreaterThan(5);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator("details:not([open])").count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await page.locator("details:not([open])").count()).toBe(folded);
    await page.close();
  });

  it("links to each message and call, and shows the target of a link", async () => {
    const { page } = await open(recording());
    const ids: readonly string[] = await page.evaluate("[...document.querySelectorAll('main [id]')].map((e) => e.id)");
    expect(new Set(ids).size).toBe(ids.length);
    const links: readonly string[] = await page.evaluate("[...document.querySelectorAll('a.at')].map((a) => a.hash)");
    expect(links.length).toBeGreaterThan(10);
    expect(links.every((hash) => ids.includes(hash.slice(1)))).toBe(true);
    expect(await page.locator("time").first().textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
    const folded = page.locator(".agent details.call").first();
    expect(await folded.getAttribute("open")).toBe(null);
    await page.evaluate(`location.hash = "${await folded.getAttribute("id")}"`);
    await expect.poll(async () => folded.locator(".parts").isVisible()).toBe(true);
    await page.close();
  });

  it("finds words across highlighted code, once each, and restores the page", async () => {
    const code = "```ts\nconst answer = 42; // const answer\n```\n\nA **const** answer.";
    const edit = calls("e1", "Edit", {
      file_path: "/work/a.ts",
      old_string: "let a = 1;",
      new_string: "const answer = 1;",
    });
    const { page, incidents } = await open(
      init() + prompt("go") + says([{ type: "text", text: code }, edit]) + answers("e1", "ok") + ends(),
    );
    expect(await page.locator("pre.code .k").count()).toBeGreaterThan(0);
    expect(await page.locator(".hunk .k").count()).toBe(2);
    const before = await page.locator("main").innerHTML();
    await page.locator("#search").fill("const answer");
    await expect.poll(async () => page.locator("#hits").textContent()).toBe("1 of 4");
    const marked = await page.locator("main mark").allTextContents();
    expect(marked.join("|")).toBe("const| answer|const answer|const| answer|const| answer");
    expect((await page.locator("main mark.current").allTextContents()).join("")).toBe("const answer");
    await page.locator("#search").fill("");
    await expect.poll(async () => page.locator("main mark").count()).toBe(0);
    expect(await page.locator("main").innerHTML()).toBe(before);
    expect(incidents).toEqual([]);
    await page.close();
  });

  it("marks the current position in the outline", async () => {
    const { page } = await open(recording(), { viewport: { width: 1280, height: 500 } });
    const current = page.locator(".outline a[aria-current]");
    expect(await current.getAttribute("href")).toBe("#turn-1");
    await page.evaluate("document.getElementById('agent-2').scrollIntoView()");
    await expect.poll(async () => current.getAttribute("href")).toBe("#agent-2");
    await page.close();
  });

  it("copies the code under the pointer", async () => {
    const { page, incidents } = await open(recording());
    await page.locator("#folds").click();
    const block = page.locator("main .block").first();
    await block.hover();
    await block.locator("button.copy").click();
    await expect.poll(async () => block.locator("button.copy").textContent()).toMatch(/Copied|Press Ctrl\+C/);
    expect(incidents).toEqual([]);
    await page.close();
  });

  it("breaks no numbers and fits a phone", async () => {
    const { page } = await open(recording(), { viewport: { width: 390, height: 800 } });
    await page.locator(".more summary").click();
    await page.locator("#folds").click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const heights: readonly number[] = await page.evaluate(
      "[...document.querySelectorAll('.tables td')].map((cell) => cell.getBoundingClientRect().height)",
    );
    // One line each.
    expect(Math.max(...heights)).toBeLessThan(40);
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

  it("is inert for any session content", async () => {
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

  it("blocks injected scripts by its policy", async () => {
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

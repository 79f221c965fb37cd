// Debian's Chromium for the tests of a file. Without it these tests fail in CI and are skipped, with the reason, on a machine
// of your own.

import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";

const INSTALL = "Chromium is not installed (apt-get install -y chromium)";
const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts a browser before the tests of the file and ends it after them. @returns the running browser */
export function useChromium(): () => Browser {
  const program = PROGRAMS.find((path) => existsSync(path));
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (program === undefined) return;
    // No sandbox: as root, and in most containers, there is none to have. The pages are ours.
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  });
  beforeEach((context) => {
    if (program !== undefined) return;
    if ((process.env["CI"] ?? "") !== "") throw new Error(`${INSTALL}, and CI must see the page in a browser.`);
    context.skip(`${INSTALL}: the page is not opened.`);
  });
  afterAll(async () => browser?.close());
  return () => {
    if (browser === undefined) throw new Error(INSTALL);
    return browser;
  };
}

/** Collects dialogs, errors, console lines, popups, and the requests that `isOwn` does not know. */
export function watchIncidents(page: Page, isOwn: (url: string) => boolean): string[] {
  const incidents: string[] = [];
  page.on("dialog", (dialog) => {
    incidents.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => incidents.push(`console ${message.text()}`));
  page.on("pageerror", (error) => incidents.push(`error ${error.message}`));
  page.on("popup", (popup) => incidents.push(`popup ${popup.url()}`));
  page.on("request", (request) => {
    if (!isOwn(request.url())) incidents.push(`request ${request.url()}`);
  });
  return incidents;
}

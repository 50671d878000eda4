/** A browser that can reach loopback only, and records the requests and errors of its pages. */
import { existsSync } from "node:fs";

import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";

/** Debian's builds of Chromium. The shell has the same engine without the windows, and starts several times faster. */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath = programs.find((program) => existsSync(program));
/** With `required`, tests fail without a browser; otherwise they are skipped. */
const isRequired = process.env["LEAD_SANDBOX_TEST_BROWSER"] === "required";

/** Whether browser tests run. If not, reports the skipped suite on stderr. */
export function hasBrowser(suite: string): boolean {
  if (isRequired || executablePath !== undefined) return true;
  process.stderr.write(
    `SKIPPED ${suite}: there is no ${programs.join(" or ")}. Install one with ` +
      "apt-get install -y --no-install-recommends chromium-headless-shell\n",
  );
  return false;
}

/** Starts the browser. */
export function launch(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(`There is no ${programs.join(" or ")}.`);
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    ],
  });
}

/** A page, and what it has done so far. */
export interface WatchedPage {
  readonly page: Page;
  /** The origins of all requests, except data URLs. */
  readonly origins: ReadonlySet<string>;
  /** Console errors and warnings, uncaught errors, and failed requests. */
  readonly complaints: readonly string[];
}

/** What Chromium says of a request while another suite makes a container, and with it an interface. */
const byMachine = "net::ERR_NETWORK_CHANGED";

/** Opens a page with empty storage. */
export async function newPage(browser: Browser): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const origins = new Set<string>();
  const complaints: string[] = [];
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:") origins.add(origin);
  });
  context.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== byMachine) complaints.push(`failed: ${request.url()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    const isComplaint = ["error", "warning"].includes(message.type());
    if (isComplaint && !message.text().includes(byMachine)) complaints.push(message.text());
  });
  return { page, origins, complaints };
}

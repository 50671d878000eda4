/** Opens the console of a served sandbox in a browser without external network, and fills it by calls. */
import type { Browser } from "playwright-core";
import { expect, onTestFinished } from "vitest";

import type { Sandbox, SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import type { WatchedPage } from "../../browser/browser.ts";
import { newPage } from "../../browser/browser.ts";
import type { Reply } from "../../support/reply.ts";
import { replyOf, text } from "../../support/reply.ts";
import { listeningSandbox } from "../../support/sandbox.ts";

/** The Partner key of the sandbox environment in the fixture `default`. */
export const partnerKey = "11111111-1111-4111-8111-111111111111";
export const leadsPath = "/v1/firms/Harb0rPt/leads";

export interface Served {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** Sends a request with the partner's key. */
  readonly partner: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Calls the control API of the default workspace. */
  readonly tester: (method: string, path: string, body?: unknown) => Promise<Reply>;
  readonly stop: () => Promise<void>;
}

export interface Console extends WatchedPage, Served {
  /** Opens an address of the console, such as `#/default/leads`, without stored settings. */
  readonly visit: (fragment?: string) => Promise<void>;
}

/** Serves a sandbox until `stop` or the end of the test. */
export async function serve(options: SandboxOptions = {}): Promise<Served> {
  const {
    sandbox,
    url,
    controlUrl,
    close: stop,
  } = await listeningSandbox({ logLevel: "silent", ...options });
  const token = { authorization: `Bearer ${options.controlToken ?? ""}` };
  return {
    sandbox,
    url,
    stop,
    partner: (method, path, body) => call(url + path, method, { "x-api-key": partnerKey }, body),
    tester: (method, path, body) =>
      call(`${controlUrl}/workspaces/default${path}`, method, token, body),
  };
}

async function call(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Reply> {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return replyOf(await fetch(url, { method, headers: { ...json, ...headers }, ...sent }));
}

/** Opens the console of a new sandbox. */
export async function openConsole(
  browser: Browser | undefined,
  options: SandboxOptions = {},
): Promise<Console> {
  return consoleOf(browser, await serve(options));
}

/** Opens the console of a running sandbox. */
export async function consoleOf(browser: Browser | undefined, served: Served): Promise<Console> {
  if (browser === undefined) throw new Error("The browser did not start.");
  const watched = await newPage(browser);
  const { page } = watched;
  onTestFinished(() => page.context().close());
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // Runs before any script of the page, in every frame.
  await page.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    console.error("CSP: " + event.violatedDirective + " " + event.blockedURI))`);
  const visit = async (fragment = ""): Promise<void> => {
    await page.goto("about:blank");
    await page.goto(`${served.url}/_sandbox/${fragment}`);
  };
  return { ...watched, ...served, visit };
}

/** Waits until the page is connected and shows the data of its view. */
export async function settled({ page }: Pick<Console, "page">): Promise<void> {
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await expect.poll(() => page.locator(".loading").count()).toBe(0);
}

/** Navigates to an address of the default workspace, as a click does. */
export async function goTo(shown: Pick<Console, "page">, address: string): Promise<void> {
  const hash = JSON.stringify(`#/default/${address}`);
  // Until the next frame, the page shows the view of before, which is settled, too.
  await shown.page.evaluate(`new Promise((done) => {
    if (location.hash === ${hash}) return done();
    addEventListener("hashchange", () => requestAnimationFrame(() => requestAnimationFrame(done)), { once: true });
    location.hash = ${hash};
  })`);
  await settled(shown);
}

/** Creates a Lead through the API and returns its id. */
export async function refer(
  { partner }: Served,
  email: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const lead = { firstName: "Maya", lastName: "Lindqvist", email, ...more };
  const reply = await partner("POST", leadsPath, lead);
  if (reply.status !== 201) throw new Error(`No Lead: ${reply.status} ${reply.text}`);
  return text(reply, "data.id");
}

/** Fails if the page logged an error, violated its Content-Security-Policy or reached another origin. */
export function expectNoComplaints({ url, complaints, origins }: Console): void {
  // Leaving a page aborts its live streams.
  const ended = /^failed: .*\/(?:events\?after=\d+|workspaces)$/;
  expect(complaints.filter((complaint) => !ended.test(complaint))).toEqual([]);
  expect([...origins].filter((origin) => origin !== url && origin !== "null")).toEqual([]);
}

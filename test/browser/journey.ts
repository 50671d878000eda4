/** A workspace of a served sandbox, as a partner, a tester and a recipient of mail see it. */
import type { Browser } from "playwright-core";
import { onTestFinished } from "vitest";

import type { SandboxOptions } from "../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../support/reply.ts";
import { replyOf, text } from "../support/reply.ts";
import { listeningSandbox } from "../support/sandbox.ts";
import type { WatchedPage } from "./browser.ts";
import { newPage } from "./browser.ts";

/** The default email of the referred person. */
export const email = "maya.o'hara+home@example.com";

export interface Journey extends WatchedPage {
  readonly url: string;
  /** Sends a request with the partner's key. */
  readonly partner: (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Sends a GET to the control API. */
  readonly tester: (path: string) => Promise<Reply>;
}

/** The sandbox and the workspace of a journey. */
export interface Setting {
  readonly options?: SandboxOptions;
  /** The body that creates the workspace. Without it, the journey uses the default one. */
  readonly workspace?: Readonly<Record<string, unknown>>;
}

/** Serves a sandbox for one test. */
export async function beginIn(
  browser: Browser,
  { options = {}, workspace }: Setting,
): Promise<Journey> {
  const { url, controlUrl } = await listeningSandbox({ logLevel: "silent", ...options });
  const { page, ...watched } = await newPage(browser);
  onTestFinished(() => page.context().close());
  const token = { authorization: `Bearer ${options.controlToken ?? ""}` };
  const made =
    workspace === undefined
      ? await call(`${controlUrl}/workspaces/default`, "GET", { headers: token })
      : await call(`${controlUrl}/workspaces`, "POST", { headers: token, body: workspace });
  const headers = { "x-api-key": text(made, "data.firms.0.apiKeys.0.key") };
  const control = `${controlUrl}/workspaces/${text(made, "data.id")}`;
  return {
    ...watched,
    page,
    url,
    partner: (method, path, body) => call(`${url}/v1${path}`, method, { headers, body }),
    tester: (path) => call(control + path, "GET", { headers: token }),
  };
}

async function call(
  url: string,
  method: string,
  {
    headers,
    body,
  }: { readonly headers: Readonly<Record<string, string>>; readonly body?: unknown },
): Promise<Reply> {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return replyOf(await fetch(url, { method, headers: { ...json, ...headers }, ...sent }));
}

/** Creates a Lead with two Plans and returns its id. */
export async function refer({ partner }: Journey, who: string = email): Promise<string> {
  const clientData = { Plans: [{ type: "Buying" }, { type: "Renewal" }] };
  const body = { email: who, firstName: "Maya", lastName: "O'Hara", clientData };
  return text(await partner("POST", "/firms/Harb0rPt/leads", body), "data.id");
}

/** The id of the newest mail of a kind to a recipient. */
export async function mailOf({ tester }: Journey, kind: string, to: string): Promise<string> {
  const mail = await tester(`/emails/wait?kind=${kind}&to=${encodeURIComponent(to)}`);
  return text(mail, "data.id");
}

/** Opens a mail as a mail client does, fetched with the token of the control API. */
export async function openMail(journey: Journey, kind: string, to: string): Promise<void> {
  const { page, tester } = journey;
  const id = await mailOf(journey, kind, to);
  await page.setContent((await tester(`/emails/${id}/html`)).text);
}

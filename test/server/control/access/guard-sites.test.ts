import { describe, expect, it } from "vitest";

import { isRemote } from "../../../support/target.ts";
import { ids } from "../../../support/world.ts";
import type { Opened } from "../opened.ts";
import { opened } from "../opened.ts";

const fromElsewhere = { "sec-fetch-site": "cross-site" } as const;
const followed = { ...fromElsewhere, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

function ask({ fetch }: Opened, path: string, headers: Record<string, string>, method = "GET") {
  return fetch(`http://127.0.0.1${path}`, { method, headers, redirect: "manual" });
}

// Requests that another website can make a browser send.
describe.skipIf(isRemote)("a request that another website made a browser send", () => {
  it.each([
    "",
    "/workspaces/default/mailpit/api/v1/message/latest",
    "/sign-up",
    "/unsubscribe",
    "/",
    "/nothing",
  ])("403 for an image or a script: /_sandbox%s", async (path) => {
    const headers = { ...fromElsewhere, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
    expect((await ask(await opened(), `/_sandbox${path}`, headers)).status).toBe(403);
  });

  it.each(["/_sandbox/emails", "/_sandbox/workspaces", "/_sandbox/requests.har"])(
    "403 for a link to a path that is not a page: %s",
    async (path) => {
      expect((await ask(await opened(), path, followed)).status).toBe(403);
    },
  );
});

describe.skipIf(isRemote)("a page of the sandbox", () => {
  it.each([
    { path: "/", status: 200 },
    { path: "/_sandbox", status: 302 },
    { path: "/_sandbox/", status: 200 },
    { path: "/_sandbox/docs", status: 200 },
    { path: "/_sandbox/openapi.json", status: 200 },
    { path: "/_sandbox/sign-up", status: 200 },
    { path: `/_sandbox/workspaces/default/unsubscribe?member=${ids.partnerOwner}`, status: 200 },
  ])("$status for a link of another website to $path", async ({ path, status }) => {
    const answer = await ask(await opened(), path, { ...followed, accept: "text/html" });
    expect(answer.status).toBe(status);
  });

  it.each(["same-origin", "same-site", "none"])("200 for Sec-Fetch-Site: %s", async (site) => {
    const answer = await ask(await opened(), "/_sandbox/emails", { "sec-fetch-site": site });
    expect(answer.status).toBe(200);
  });
});

describe.skipIf(isRemote)("the URL in the startup message", () => {
  it("opens the console, which prompts for the token", async () => {
    const open = await opened({ controlToken: "s3cret" });
    const answer = await ask(open, "/_sandbox/", { "sec-fetch-mode": "navigate" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('src="console/console.js"');
    expect((await ask(open, "/_sandbox/console/console.css", {})).status).toBe(200);
  });

  it("lets a browser log in with the token for a call", async () => {
    const open = await opened({ controlToken: "s3cret" });
    const refused = await ask(open, "/_sandbox/emails", { "sec-fetch-mode": "navigate" });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      'Basic realm="lead-sandbox", charset="UTF-8"',
    );
    const authorization = `Basic ${Buffer.from("me:s3cret").toString("base64")}`;
    expect((await ask(open, "/_sandbox/emails", { authorization })).status).toBe(200);
  });

  it("does not make a browser prompt for a script's request", async () => {
    const open = await opened({ controlToken: "s3cret" });
    const refused = await ask(open, "/_sandbox/emails", { "sec-fetch-mode": "cors" });
    expect(refused.status).toBe(401);
    expect(refused.headers.has("www-authenticate")).toBe(false);
  });
});

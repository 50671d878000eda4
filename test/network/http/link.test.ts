import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { listeningSandbox, newSandbox } from "../../support/sandbox.ts";
import { isRemote } from "../../support/target.ts";

const key = "11111111-1111-4111-8111-111111111111";

async function served(options: SandboxOptions = {}) {
  const { sandbox, url, close } = await listeningSandbox(options);
  const linkOf = async (headers: Readonly<Record<string, string>> = {}, sent = key) => {
    const request = new Request(`${url}/v1/leads`, { headers: { "x-api-key": sent, ...headers } });
    const { headers: answered } = await fetch(request);
    return {
      link: answered.get("x-sandbox-link"),
      requestId: answered.get("x-sandbox-request-id"),
    };
  };
  return { sandbox, url, close, linkOf };
}

// The tests change settings of the server and stop it.
describe.skipIf(isRemote)("x-sandbox-link", () => {
  it("is the URL of the request's row in the console, also for a refusal", async () => {
    const { url, linkOf } = await served();
    for (const sent of [key, "no-key"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { link, requestId } = await linkOf({}, sent);
      expect(link).toBe(`${url}/_sandbox/#/default/activity/${requestId}`);
    }
  });

  it("contains the workspace of the key", async () => {
    const { url, linkOf } = await served();
    const made = await fetch(`${url}/_sandbox/workspaces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"id":"Of_a-test"}',
    });
    const [, of = ""] = /"key":"([^"]+)"/.exec(await made.text()) ?? [];
    const { link, requestId } = await linkOf({}, of);
    expect(link).toBe(`${url}/_sandbox/#/Of_a-test/activity/${requestId}`);
  });

  it("starts with the URL where the sandbox is served, for any requested host", async () => {
    const { sandbox, url } = await served();
    const request = new Request("https://leads.lender.example/v1/leads");
    const { headers } = await sandbox.fetch(request);
    expect(headers.get("x-sandbox-link")?.startsWith(`${url}/_sandbox/#/`)).toBe(true);
  });

  it("starts with the public URL of the settings", async () => {
    const { sandbox } = await served({ publicUrl: "https://sandbox.internal/" });
    const { headers } = await sandbox.fetch(new Request("http://127.0.0.1/v1/leads"));
    expect(headers.get("x-sandbox-link")).toBe(
      `https://sandbox.internal/_sandbox/#/default/activity/${headers.get("x-sandbox-request-id")}`,
    );
  });

  it("leads to an existing row", async () => {
    const { url, linkOf } = await served();
    const { link } = await linkOf();
    const id = link?.split("/").at(-1);
    const entry = await fetch(`${url}/_sandbox/workspaces/default/requests/${id}`);
    expect(entry.status).toBe(200);
  });

  it("is absent before the server starts and after it stops", async () => {
    const sandbox = newSandbox({ port: 0 });
    const linked = async (): Promise<boolean> => {
      const { headers } = await sandbox.fetch(new Request("http://127.0.0.1/v1/leads"));
      expect(headers.has("x-sandbox-request-id")).toBe(true);
      return headers.has("x-sandbox-link");
    };
    expect(await linked()).toBe(false);
    const { close } = await sandbox.listen();
    expect(await linked()).toBe(true);
    await close();
    expect(await linked()).toBe(false);
  });

  it("is absent when the sandbox's headers are off", async () => {
    const { linkOf } = await served({ headers: false });
    expect(await linkOf()).toEqual({ link: null, requestId: null });
  });
});

import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import { exchange, listening } from "../../../network/http/client.ts";
import type { ListeningTarget, Sent } from "../../../network/http/client.ts";
import { isRemote } from "../../../support/target.ts";
import { ids } from "../../../support/world.ts";

/** One call of each kind; `isPublic` calls reveal nothing about a workspace. */
const calls: readonly (Sent & { readonly name: string; readonly isPublic: boolean })[] = [
  { name: "a read", path: "/_sandbox/leads", isPublic: false },
  { name: "a write", method: "POST", path: "/_sandbox/reset", rawBody: "{}", isPublic: false },
  { name: "a write without a body", method: "POST", path: "/_sandbox/reset", isPublic: false },
  { name: "a deletion", method: "DELETE", path: "/_sandbox/emails", isPublic: false },
  {
    name: "the live events",
    path: "/_sandbox/events",
    headers: { accept: "text/event-stream" },
    isPublic: false,
  },
  { name: "another workspace", path: "/_sandbox/workspaces/default", isPublic: false },
  { name: "an unknown call", path: "/_sandbox/nowhere", isPublic: false },
  { name: "a preflight", method: "OPTIONS", path: "/_sandbox/emails", isPublic: false },
  { name: "the page", path: "/_sandbox/docs", isPublic: true },
  { name: "a script of the page", path: "/_sandbox/docs/start.js", isPublic: true },
  { name: "the document of this plane", path: "/_sandbox/openapi.json", isPublic: true },
  { name: "the document of the Lead API", path: "/_sandbox/spec/openapi.json", isPublic: true },
];

const secret = calls.filter(({ isPublic }) => !isPublic);
const open = calls.filter(({ isPublic }) => isPublic);
const token = { controlToken: "s3cret" };
const person = { email: "gil.guarded@example.com", firstName: "Gil", lastName: "Gray" };

/** A served sandbox with one captured mail, which the call would delete. */
async function withMail(options: SandboxOptions = {}): Promise<ListeningTarget> {
  const target = await listening(options);
  await target.api({ method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads`, body: person });
  return target;
}

async function mailsOf({ url }: ListeningTarget): Promise<number> {
  const headers = { authorization: `Bearer ${token.controlToken}` };
  const expected = await exchange(url, { path: "/_sandbox/emails", headers });
  return "error" in expected ? -1 : expected.body.split('"kind":"welcome"').length - 1;
}

/** The answer to a call with these headers, and whether the mail remains. */
async function outcome(sent: Sent, headers: Sent["headers"], options: SandboxOptions = {}) {
  const target = await withMail(options);
  const received = await exchange(target.url, {
    ...sent,
    headers: { ...sent.headers, ...headers },
  });
  return { ...received, mails: await mailsOf(target) };
}

// These sandboxes run in this process.
describe.skipIf(isRemote)("a control call from another origin", () => {
  it.each(calls)("403 and no effect with a foreign Origin: $name", async (call) => {
    const headers = { origin: "https://evil.example" };
    expect(await outcome(call, headers)).toMatchObject({ status: 403, mails: 1 });
    const known = { ...headers, authorization: "Bearer s3cret" };
    expect(await outcome(call, known, token)).toMatchObject({ status: 403, mails: 1 });
  });

  it.each(calls)("403 and no effect with the Origin null: $name", async (call) => {
    expect(await outcome(call, { origin: "null" })).toMatchObject({ status: 403, mails: 1 });
  });

  it.each(calls)("403 and no effect for a Host that can be rebound: $name", async (call) => {
    const headers = { host: "evil.example:4610", origin: "http://evil.example:4610" };
    expect(await outcome(call, headers)).toMatchObject({ status: 403, mails: 1 });
    const known = { ...headers, authorization: "Bearer s3cret" };
    expect(await outcome(call, known, token)).toMatchObject({ status: 403, mails: 1 });
  });

  it.each(calls)("has no CORS header for a foreign page: $name", async (call) => {
    const received = await outcome(call, { origin: "https://evil.example" });
    const names = "headers" in received ? Object.keys(received.headers) : ["none"];
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(names).toContain("content-type");
  });
});

describe.skipIf(isRemote)("a control call to a sandbox with a token", () => {
  it.each(secret)("401 and no effect without the token: $name", async (call) => {
    expect(await outcome(call, {}, token)).toMatchObject({ status: 401, mails: 1 });
  });

  it.each(secret)("401 and no effect with another token: $name", async (call) => {
    const headers = { authorization: "Bearer s3cret2" };
    expect(await outcome(call, headers, token)).toMatchObject({ status: 401, mails: 1 });
  });

  it.each(open)("200 without the token, as it reveals nothing: $name", async (call) => {
    expect(await outcome(call, {}, token)).toMatchObject({ status: 200 });
  });

  it.each(["/_sandbox/docs/", "/_sandbox/docs/../emails", "/_sandbox/docs/x/y", "/_sandbox/docsx"])(
    "401 without the token for a path near a public one: %s",
    async (path) => {
      expect(await outcome({ path }, {}, token)).toMatchObject({ status: 401 });
    },
  );

  it.each(["/livez", "/readyz"])("200 without the token on %s", async (path) => {
    expect(await outcome({ path }, {}, token)).toMatchObject({ status: 200, body: "ok" });
  });
});

describe.skipIf(isRemote)("a form that a page of another site submits", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it.each([
    {
      name: "a form with an Origin",
      headers: { ...form, origin: "https://e.example" },
      status: 403,
    },
    { name: "a form without one", headers: form, status: 422 },
    { name: "text/plain", headers: { "content-type": "text/plain" }, status: 422 },
    {
      name: "multipart",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      status: 422,
    },
    {
      name: "JSON in text/plain's guise",
      headers: { "content-type": "text/plain;application/json" },
      status: 422,
    },
  ])("$status and no effect for $name", async ({ headers, status }) => {
    const reset = { method: "POST", path: "/_sandbox/reset", rawBody: "{}" };
    expect(await outcome(reset, headers)).toMatchObject({ status, mails: 1 });
  });
});

describe.skipIf(isRemote)("the emulated API", () => {
  it("is not guarded: 200 for any Host and Origin and without the token", async () => {
    const target = await listening(token);
    const headers = { host: "api.partner.dit.example.test", origin: "https://crm.example" };
    expect(await target.api({ path: "/v1/leads", headers })).toMatchObject({ status: 200 });
  });
});

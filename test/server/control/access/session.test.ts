import { describe, expect, it } from "vitest";

import { newSessions } from "../../../../src/server/control/access/sessions.ts";
import type { Received, Sent } from "../../../network/http/client.ts";
import { exchange, listening } from "../../../network/http/client.ts";
import { isRemote } from "../../../support/target.ts";

const controlToken = "s3cret-of-the-tester";
const bearer = { authorization: `Bearer ${controlToken}` };
const sameOrigin = { "sec-fetch-site": "same-origin" };

async function answerOf(url: string, sent: Sent) {
  const received: Received = await exchange(url, sent);
  if ("error" in received) throw new Error(received.error);
  return received;
}

/** Opens a session; returns its cookie as a browser sends it, and the Set-Cookie header. */
async function opened(url: string, headers: Sent["headers"] = {}) {
  const { status, headers: answered } = await answerOf(url, {
    method: "POST",
    path: "/_sandbox/session",
    headers: { ...bearer, ...headers },
  });
  const [setCookie = ""] = answered["set-cookie"] ?? [];
  return { status, setCookie, cookie: setCookie.split(";", 1)[0] ?? "" };
}

function own(url: string): string {
  return new URL(url).origin;
}

async function statusOf(url: string, sent: Partial<Sent>): Promise<number> {
  return (await answerOf(url, { path: "/_sandbox/leads", ...sent })).status;
}

describe.skipIf(isRemote)("POST session", () => {
  it("200 with a session cookie that does not contain the token", async () => {
    const { url } = await listening({ controlToken });
    const { status, setCookie } = await opened(url);
    expect(status).toBe(200);
    expect(setCookie).toMatch(
      /^lead-sandbox-session-\d+=[\w-]+\.[\w-]+\.[\w-]{43}; Path=\/_sandbox; HttpOnly; SameSite=Strict$/,
    );
    expect(setCookie).not.toContain(controlToken);
    expect((await opened(url)).setCookie).not.toBe(setCookie);
  });

  it("200 with a Secure cookie behind a proxy that speaks HTTPS", async () => {
    const { url } = await listening({ controlToken });
    const { setCookie } = await opened(url, { "x-forwarded-proto": "https" });
    expect(setCookie).toMatch(/; Secure$/);
  });

  it.each([{}, { authorization: "Bearer wrong" }, { cookie: "lead-sandbox-session-80=x" }])(
    "401 with %j",
    async (headers) => {
      const { url } = await listening({ controlToken });
      const sent = { method: "POST", path: "/_sandbox/session", headers };
      const { status, headers: answered } = await answerOf(url, sent);
      expect([status, answered["set-cookie"]]).toEqual([401, undefined]);
    },
  );

  it("200 with a cookie that another process with the same token accepts, for a day", () => {
    let time = Date.UTC(2026, 2, 2);
    const [one, other, foreign] = [controlToken, controlToken, "another"].map((token) =>
      newSessions(token, { of: () => null }, () => time),
    );
    const id = one?.open(null) ?? "";
    const url = "http://leads.example:4610/";
    const headers = new Headers({ cookie: `lead-sandbox-session-4610=${id}` });
    const isOpen = () =>
      [one, other, foreign].map((sessions) => sessions?.of({ url, headers })?.id ?? null);
    expect(isOpen()).toEqual([id, id, null]);
    time += 24 * 60 * 60 * 1_000 - 1;
    expect(isOpen()).toEqual([id, id, null]);
    time += 1;
    expect(isOpen()).toEqual([null, null, null]);
  });

  it.each(["", ".", "..", "x.y.z", "0.a.", "zzzzzzzz.a.b", "0".repeat(4_000)])(
    "401 for the invented cookie %s",
    async (id) => {
      const { url } = await listening({ controlToken });
      const { port } = new URL(url);
      const headers = { cookie: `lead-sandbox-session-${port}=${id}`, ...sameOrigin };
      expect(await statusOf(url, { headers })).toBe(401);
    },
  );
});

describe("the sessions of one token", () => {
  it("end together when a thousand of them ended on one day", () => {
    let time = Date.UTC(2026, 2, 2);
    const sessions = newSessions(controlToken, { of: (id) => `token of ${id}` }, () => time);
    const url = "http://leads.example:4610/";
    const sessionOf = (id: string) =>
      sessions.of({ url, headers: new Headers({ cookie: `lead-sandbox-session-4610=${id}` }) });
    const end = (workspaceId: string | null, count: number): readonly string[] =>
      Array.from({ length: count }, () => {
        const id = sessions.open(workspaceId);
        const session = sessionOf(id);
        if (session === null) throw new Error("A new session is open.");
        sessions.close(session);
        return id;
      });
    const [team, kept] = [sessions.open(null), sessions.open("mine")];
    const first = end("mine", 1_000);
    expect(sessionOf(kept)?.id).toBe(kept);
    const second = end("mine", 1);
    expect(sessionOf(kept)).toBeNull();
    expect(sessionOf(team)?.id).toBe(team);
    const later = sessions.open("mine");
    expect(sessionOf(later)?.id).toBe(later);
    expect([...first, ...second].map(sessionOf).filter((one) => one !== null)).toEqual([]);
    // What ended the day before does not count.
    end("mine", 999);
    time += 25 * 60 * 60 * 1_000;
    const today = sessions.open("mine");
    end("mine", 1_000);
    expect(sessionOf(today)?.id).toBe(today);
  });
});

describe.skipIf(isRemote)("the cookie of a session", () => {
  it("has the permissions of the token, among other cookies and for live events, too", async () => {
    const { url } = await listening({ controlToken });
    const { cookie } = await opened(url);
    const headers = { cookie: `theme=dark; ${cookie}; other=1`, ...sameOrigin };
    expect(await statusOf(url, { headers })).toBe(200);
    expect(await statusOf(url, { method: "POST", path: "/_sandbox/reset", headers })).toBe(200);
    const live = await fetch(`${url}/_sandbox/events`, {
      headers: { ...headers, accept: "text/event-stream" },
    });
    expect([live.status, live.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await live.body?.cancel();
  });

  it("is invalid in another sandbox on this machine", async () => {
    const [one, other] = [await listening({ controlToken }), await listening({ controlToken })];
    const [first, second] = [await opened(one.url), await opened(other.url)];
    expect(first.cookie.split("=")[0]).not.toBe(second.cookie.split("=")[0]);
    const headers = { cookie: `${first.cookie}; ${second.cookie}` };
    expect(await statusOf(one.url, { headers })).toBe(200);
    expect(await statusOf(other.url, { headers: { cookie: first.cookie } })).toBe(401);
  });

  it("does not make up for a wrong token", async () => {
    const { url } = await listening({ controlToken });
    const { cookie } = await opened(url);
    const headers = { cookie, authorization: "Bearer wrong" };
    expect(await statusOf(url, { headers })).toBe(401);
  });

  it("is invalid after DELETE session, which does not affect other sessions", async () => {
    const { url } = await listening({ controlToken });
    const [one, other] = [await opened(url), await opened(url)];
    const headers = { cookie: one.cookie, ...sameOrigin };
    const sent = { method: "DELETE", path: "/_sandbox/session", headers };
    const closed = await answerOf(url, sent);
    expect([closed.status, closed.headers["set-cookie"]?.[0]]).toEqual([
      200,
      expect.stringMatching(/^lead-sandbox-session-\d+=; Path=\/_sandbox; .*Max-Age=0$/),
    ]);
    expect(await statusOf(url, { headers: { cookie: one.cookie } })).toBe(401);
    expect(await statusOf(url, { headers: { cookie: other.cookie } })).toBe(200);
  });

  it("is replaced by another POST with the token, and kept by one without it", async () => {
    const { url } = await listening({ controlToken });
    const { cookie } = await opened(url);
    const again = await answerOf(url, {
      method: "POST",
      path: "/_sandbox/session",
      headers: { cookie, ...sameOrigin },
    });
    expect([again.status, again.headers["set-cookie"]]).toEqual([200, undefined]);
    await opened(url, { cookie });
    expect(await statusOf(url, { headers: { cookie } })).toBe(401);
  });
});

describe.skipIf(isRemote)("a call with the cookie", () => {
  it.each([
    { from: "no page that says so", headers: () => ({}), status: 403 },
    { from: "its origin", headers: (url: string) => ({ origin: own(url) }), status: 200 },
    { from: "its origin by Sec-Fetch-Site", headers: () => sameOrigin, status: 200 },
    { from: "another port", headers: () => ({ "sec-fetch-site": "same-site" }), status: 403 },
    { from: "another site", headers: () => ({ "sec-fetch-site": "cross-site" }), status: 403 },
    { from: "an address bar", headers: () => ({ "sec-fetch-site": "none" }), status: 403 },
    { from: "null", headers: () => ({ origin: "null", ...sameOrigin }), status: 403 },
    {
      from: "a foreign origin",
      headers: () => ({ origin: "http://127.0.0.1:1", ...sameOrigin }),
      status: 403,
    },
    {
      from: "its origin on another port",
      headers: (url: string) => ({ origin: own(url), "sec-fetch-site": "same-site" }),
      status: 403,
    },
  ])("$status for a change from $from", async ({ headers, status }) => {
    const { url } = await listening({ controlToken });
    const { cookie } = await opened(url);
    const sent = { path: "/_sandbox/assumptions", rawBody: '{"lead.delete":"204"}' };
    const type = { "content-type": "application/json" };
    const change = { ...sent, method: "PUT", headers: { cookie, ...type, ...headers(url) } };
    expect(await statusOf(url, change)).toBe(status);
    const now = await answerOf(url, { path: "/_sandbox/assumptions", headers: bearer });
    expect(JSON.parse(now.body)).toMatchObject({
      data: { "lead.delete": status === 200 ? "204" : "200" },
    });
  });

  it.each([
    { from: "a program", headers: {}, status: 200 },
    { from: "its page", headers: sameOrigin, status: 200 },
    { from: "an address bar", headers: { "sec-fetch-site": "none" }, status: 200 },
    { from: "a page on another port", headers: { "sec-fetch-site": "same-site" }, status: 403 },
    {
      from: "a link on another port",
      headers: {
        "sec-fetch-site": "same-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
      status: 200,
    },
  ])("$status for a read from $from", async ({ headers, status }) => {
    const { url } = await listening({ controlToken });
    const { cookie } = await opened(url);
    expect(await statusOf(url, { headers: { cookie, ...headers } })).toBe(status);
  });
});

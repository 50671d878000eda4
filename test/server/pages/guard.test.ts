/** The guards of the pages, which differ from those of the control API and the emulated API. */
import { describe, expect, it } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import { isRemote } from "../../support/target.ts";
import { ids, newWorld } from "../../support/world.ts";
import { opened, watched } from "../control/opened.ts";
import { tellAll } from "../control/paths.ts";
import { converted, open, submit } from "./page-visits.ts";

const email = "maya.new@example.com";
const form = { "content-type": "application/x-www-form-urlencoded" } as const;

describe("the Origin of a page's form", () => {
  it.each(["https://evil.example", "http://127.0.0.1:9999", "http://localhost", "null", "file://"])(
    "403 for %s, and nothing is changed",
    async (origin) => {
      const world = await newWorld();
      const lead = await world.createLead({ email });
      const before = await tellAll(world);
      const headers = { origin };
      const query = { member: ids.partnerOwner };
      expect((await submit(world, "sign-up", { email }, { headers })).status).toBe(403);
      expect((await submit(world, "unsubscribe", {}, { query, headers })).status).toBe(403);
      expect(await tellAll(world)).toBe(before);
      expect(await converted(world, lead)).toBe(false);
    },
  );

  it("201 for the page's own origin", async () => {
    const world = await newWorld();
    const headers = { origin: "http://partner.localhost" };
    expect((await submit(world, "sign-up", { email }, { headers })).status).toBe(201);
  });
});

// The Host and the token are settings of a sandbox.
describe.skipIf(isRemote)("the URL of a page", () => {
  it.each(["evil.example", "127.0.0.1.evil.example", "evil.example:4610"])(
    "403 at the host %s, which can be rebound",
    async (host) => {
      const { fetch, workspace } = await opened();
      const url = `http://${host}/_sandbox/sign-up`;
      const body = `email=${email}`;
      expect((await fetch(url)).status).toBe(403);
      expect((await fetch(url, { method: "POST", body, headers: form })).status).toBe(403);
      expect(workspace.store().clientProfiles.all().length).toBe(2);
    },
  );

  it.each(["/_sandbox", "/_sandbox/workspaces/default"])(
    "200 and 201 without the control token below %s",
    async (base) => {
      const { fetch } = await opened({ controlToken: "s3cret" });
      const at127 = `http://127.0.0.1${base}`;
      const post = { method: "POST", headers: form } as const;
      const member = `${at127}/unsubscribe?member=${ids.partnerOwner}`;
      expect((await fetch(`${at127}/sign-up`)).status).toBe(200);
      expect((await fetch(`${at127}/sign-up`, { ...post, body: `email=${email}` })).status).toBe(
        201,
      );
      expect((await fetch(member)).status).toBe(200);
      expect((await fetch(member, post)).status).toBe(200);
    },
  );

  it.each([
    "/_sandbox/emails",
    "/_sandbox/sign-ups",
    "/_sandbox/sign-up/",
    "/_sandbox//sign-up",
    "/_sandbox/sign-up/emails",
    "/_sandbox/emails/sign-up",
    "/_sandbox/emails/sign-up/html",
    "/_sandbox/workspaces/sign-up",
    "/_sandbox/workspaces/default",
    "/_sandbox/workspaces/default/sign-ups",
    "/_sandbox/workspaces/default/emails/sign-up",
    "/_sandbox/workspaces/default/../sign-up/../emails",
    "/_sandbox/workspaces/default%2Fsign-up",
    "/_sandbox/sign-up%2F..%2Femails",
    "/_sandbox/snapshots/unsubscribe",
  ])("401 without the control token at %s, which is not a page", async (path) => {
    const { fetch } = await opened({ controlToken: "s3cret" });
    for (const method of ["GET", "POST", "DELETE"]) {
      // oxlint-disable-next-line no-await-in-loop -- only three requests
      expect((await fetch(`http://127.0.0.1${path}`, { method })).status).toBe(401);
    }
  });

  it("201 during a reset that waits for requests in flight, and the reset removes the client", async () => {
    const { fetch, control, workspace } = await opened();
    const before = await control("GET", "/state");
    const visit = workspace.gate.enter();
    visit.stay(() => {});
    const reset = control("POST", "/reset");
    const isReset = watched(reset);
    const url = "http://127.0.0.1/_sandbox/sign-up";
    const sent = { method: "POST", body: "email=ada.active@example.com", headers: form };
    expect((await fetch(url, sent)).status).toBe(201);
    expect(isReset()).toBe(false);
    expect((await control("GET", "/state")).text).not.toBe(before.text);
    visit.leave();
    expect((await reset).status).toBe(200);
    expect((await control("GET", "/state")).text).toBe(before.text);
    expect((await fetch(url, sent)).status).toBe(201);
  });
});

describe("a visit of a page", () => {
  it("is not journaled, uses no quota, hits no fault and has no header of the emulated API", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    await world.createLead({ email });
    await world.control("POST", "/faults", { match: {}, then: { status: 503 }, times: 1 });
    const expected = () =>
      Promise.all(
        ["/requests", "/quotas", "/faults"].map(
          async (path) => (await world.control("GET", path)).text,
        ),
      );
    const before = await expected();
    const replies = [
      await open(world, "sign-up"),
      await submit(world, "sign-up", { email }),
      await submit(world, "sign-up", { email: "" }),
      await open(world, "unsubscribe", { member: ids.partnerOwner }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 201, 422, 200]);
    const sandboxHeaders = replies.flatMap(({ headers }) =>
      Array.from(headers.keys()).filter((name) => name.startsWith("x-sandbox-")),
    );
    expect(sandboxHeaders).toEqual([]);
    expect(await expected()).toEqual(before);
    expect((await world.api("GET", "/v1/leads")).status).toBe(503);
  });

  it("404 without a key below /.well-known, where agents look for metadata, and does not journal it", async () => {
    const world = await newWorld();
    const path = "/.well-known/oauth-authorization-server";
    const found = await world.api("GET", path, { key: null });
    expect([found.status, found.json]).toEqual([404, { message: "Not found" }]);
    const requests = await world.server("GET", `/requests?path=${path}`);
    expect(at(requests, "meta.total")).toBe(0);
  });

  it("does not journal the icon that browsers request by default", async () => {
    const world = await newWorld();
    const icon = await world.api("GET", "/favicon.ico", { key: null });
    expect([icon.status, icon.text]).toEqual([204, ""]);
    const requests = await world.server("GET", "/requests?path=/favicon.ico");
    expect(at(requests, "meta.total")).toBe(0);
  });

  it("causes the events of its effects, in order", async () => {
    const world = await newWorld();
    const clientData = { Plans: [{ type: "Buying" }] };
    const leadId = await world.createLead({ email, clientData });
    const before = column(await world.control("GET", "/events"), "type").length;
    await open(world, "sign-up", { email });
    await submit(world, "sign-up", { email: "nobody" });
    await submit(world, "sign-up", { email });
    const events = await world.control("GET", "/events");
    const lead = await world.api("GET", `/v1/leads/${leadId}?scope=withDeleted`);
    const profile = text(events, `data.${before}.data.id`);
    const planId = at(lead, "data.plan_ids.0");
    const newest = await world.control("GET", "/emails?kind=converted");
    expect(
      column(events, "type")
        .slice(before)
        .map((type, index) => ({
          type,
          data: withoutCall(at(events, `data.${before + index}.data`)),
        })),
    ).toEqual([
      { type: "client.signed-up", data: { id: profile, email } },
      { type: "plan.created", data: { id: planId, clientProfileId: profile, leadId } },
      { type: "lead.converted", data: { id: leadId, clientProfileId: profile } },
      {
        type: "mail.captured",
        data: {
          id: text(newest, "data.0.id"),
          kind: "converted",
          to: ["olive.owner@harbour-point.example"],
        },
      },
    ]);
  });
});

function withoutCall(data: unknown): object {
  const { callId, ...own } = Object(data);
  expect(callId).toMatch(/^call_/);
  return own;
}

import { describe, expect, it } from "vitest";

import { outcome } from "../../../domain/rules/ruled-answers.ts";
import { person, postLead } from "../../../support/post-lead.ts";
import { text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { cutOff, lost, newRawSandbox, planFault, standings, expected } from "./planned-faults.ts";

const create = { operationId: "post-leads-for-firm" } as const;

/** The number of Leads with the email of `person`. */
async function leadsOfPerson(world: World): Promise<number> {
  const { text: listed } = await world.control("GET", "/leads?limit=1000");
  return listed.split(`"email":"${person.email}"`).length - 1;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

describe('a fault with when: "after"', () => {
  it.each([
    { name: "a status", then: { status: 503 }, seen: "503 Service unavailable" },
    { name: "a reset connection", then: { kind: "reset" }, seen: cutOff },
    { name: "an answer that never comes", then: { kind: "hang" }, seen: cutOff },
  ])("lead.unique: with $name, the Lead exists and a retry is 409 (7)", async ({ then, seen }) => {
    const world = await newWorld();
    await planFault(world, { match: create, then: { ...then, when: "after" }, times: 1 });
    const first = postLead(world).then(outcome, messageOf);
    await world.control("GET", "/requests/wait?operationId=post-leads-for-firm");
    expect(await leadsOfPerson(world)).toBe(1);
    expect(outcome(await postLead(world))).toMatch(/^409 /);
    expect(await leadsOfPerson(world)).toBe(1);
    await world.close();
    expect(await first).toMatch(seen);
  });

  it.each([
    { kind: "empty", sent: /^$/ },
    { kind: "malformed", sent: /^\{"data":\{"id":"\w{8}",.*[^}]$/ },
  ])(
    "lead.unique: of kind $kind, the answer is a broken 201, the Lead exists and a retry is 409 (7)",
    async ({ kind, sent }) => {
      const sandbox = newRawSandbox();
      await planFault(sandbox, { match: create, then: { kind, when: "after" }, times: 1 });
      const post = () =>
        sandbox.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body: person });
      const broken = await post();
      expect(broken.status).toBe(201);
      const received = await broken.text();
      expect(received).toMatch(sent);
      expect(() => JSON.parse(received)).toThrow(SyntaxError);
      const retry = await post();
      expect(retry.status).toBe(409);
      const leads = await sandbox.control("GET", "/leads?limit=1000");
      expect(leads.text.split(person.email)).toHaveLength(2);
    },
  );

  it.each(["empty", "malformed"])("of kind %s does not change a 204", async (kind) => {
    const sandbox = newRawSandbox();
    await sandbox.control("PUT", "/assumptions", { "lead.delete": "204" });
    await planFault(sandbox, { then: { kind, when: "after" } });
    const response = await sandbox.api("DELETE", `/v1/leads/${ids.activeLead}`);
    expect({ status: response.status, text: await response.text() }).toEqual({
      status: 204,
      text: "",
    });
    const lead = await sandbox.control("GET", `/leads/${ids.activeLead}`);
    expect(text(lead, "data.state")).toBe("Archived");
  });

  it("of kind malformed breaks the body of a refusal, which keeps its status", async () => {
    const sandbox = newRawSandbox();
    await planFault(sandbox, { then: { kind: "malformed", when: "after" } });
    const response = await sandbox.api("GET", "/v1/leads/NoSuchId");
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('{"message":"Not found');
  });

  it("replaces a refusal by its own status and message", async () => {
    const world = await newWorld();
    const then = { status: 409, message: "Taken", when: "after" };
    await planFault(world, { then });
    const reply = await world.api("GET", "/v1/leads/NoSuchId");
    expect(reply.status).toBe(409);
    expect(reply.json).toEqual({ message: "Taken", fields: {} });
  });

  it("overrides headers of the real answer", async () => {
    const assumptions = { "quota.headers": "ratelimit-06" };
    const world = await newWorld({ quotaPerHour: 10, assumptions });
    const headers = {
      "RateLimit-Remaining": "99",
      "Retry-After": "7",
      "content-type": "text/plain",
    };
    await planFault(world, { then: { status: 503, when: "after", headers } });
    const first = await world.api("GET", "/v1/leads");
    expect(first.headers.get("ratelimit-remaining")).toBe("99");
    expect(first.headers.get("ratelimit-limit")).toBe("1");
    expect(first.headers.get("content-type")).toBe("text/plain");
    const overQuota = await world.api("GET", "/v1/leads");
    expect(overQuota.headers.get("retry-after")).toBe("7");
  });

  it("executes the whole request, with its mail and events", async () => {
    const ofTwin = { seed: 3, sandbox: {} };
    const [met, plain] = [await newWorld(ofTwin), await newWorld(ofTwin)];
    await planFault(met, { match: create, then: { kind: "reset", when: "after" } });
    expect(await lost(postLead(met))).toMatch(cutOff);
    await postLead(plain);
    const mails = await plain.control("GET", "/emails");
    expect(await met.control("GET", "/emails")).toMatchObject({ text: mails.text });
    expect(await expected(met, "lead", "mail", "request")).toEqual(
      await expected(plain, "lead", "mail", "request"),
    );
    expect(await expected(met, "fault", "lead", "mail", "request")).toEqual([
      "09:00:00.000 fault.planned",
      "09:00:00.000 fault.met",
      "09:00:00.000 lead.created",
      "09:00:00.000 mail.captured",
      "09:00:00.000 request",
    ]);
  });

  it("matches a request that the gates reject, which stays rejected", async () => {
    const world = await newWorld();
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    await planFault(world, { then: { status: 503, when: "after" }, times: 1 });
    expect((await postLead(world)).status).toBe(503);
    expect(await leadsOfPerson(world)).toBe(0);
    expect(await standings(world)).toEqual(["used-up 1"]);
  });
});

import { describe, expect, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at, replyOf } from "../support/reply.ts";
import type { Served } from "../world/workspace/served.ts";
import { served } from "../world/workspace/served.ts";

const key = "7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b";
const other = "8a2d3b45-6c7e-4f90-8b1c-2d3e4f5a6b7c";
const firm = "acme-4711";
const person = { email: "zoe@example.com", firstName: "Zoe", lastName: "Zane" };

async function on(sandbox: Served, host: string, path: string, sent = key): Promise<Reply> {
  const request = new Request(`http://${host}/v1${path}`, { headers: { "x-api-key": sent } });
  return replyOf(await sandbox.fetch(request));
}

function automatic() {
  return { key: [], firm: null, member: null };
}

describe("an adopted id", () => {
  it("is the first one: a further Firm is 404 with what was taken and the flag", async () => {
    const sandbox = served({ adopt: automatic() });
    await sandbox.api(key, "GET", `/firms/${firm}/leads`);
    const second = await sandbox.api(key, "GET", "/firms/beta-0815/leads");
    expect(second.status).toBe(404);
    expect(second.headers.get("x-sandbox-reason")).toMatch(/acme\.\.\..*--adopt firm=ID/);
  });

  it("may be that of a FirmMember, with its Leads and subscription", async () => {
    const sandbox = served({ adopt: automatic() });
    const path = "/firmMembers/member-1/leads";
    expect((await sandbox.api(key, "POST", path, person)).status).toBe(201);
    const state = await sandbox.control("GET", "/state");
    expect(state.text).not.toContain("HPowner1");
    const listed = await sandbox.api(key, "GET", path);
    expect(at(listed, "data.0.resourceId")).toBe("member-1");
    expect((await sandbox.api(key, "GET", "/firmMembers/HPowner1/leads")).status).toBe(200);
    const second = await sandbox.api(key, "GET", "/firmMembers/member-2/leads");
    expect(second.headers.get("x-sandbox-reason")).toMatch(/memb\.\.\..*--adopt member=ID/);
  });

  it("is that of the Realty Firm for a Realtor key", async () => {
    const sandbox = served({ adopt: automatic() });
    const asked = await on(sandbox, "realtor.localhost", "/firms/realty-1/leads");
    expect(asked.status).toBe(200);
    expect((await sandbox.api(other, "GET", `/firms/${firm}/leads`)).status).toBe(200);
    const state = await sandbox.control("GET", "/state");
    expect(state.text).toContain('"realty-1"');
    expect(state.text).toContain(`"${firm}"`);
  });

  it.each([
    "12345",
    "a%2Fb",
    "%C3%9Cn%C3%AF",
    "%27;drop%20table%20firms;--",
    "__proto__",
    "a%22b%3Cc%3E",
  ])("can be any that a fixture can have: %s", async (id) => {
    const sandbox = served({ adopt: automatic() });
    const made = await sandbox.api(key, "POST", `/firms/${id}/leads`, person);
    expect(made.status).toBe(201);
    expect(at(made, "data.resourceId")).toBe(decodeURIComponent(id));
    await sandbox.control("POST", "/reset", {});
    const state = await sandbox.control("GET", "/state");
    expect((await sandbox.control("PUT", "/state", at(state, "data"))).status).toBe(200);
    expect((await sandbox.api(key, "GET", `/firms/${id}/leads`)).status).toBe(200);
  });

  it.each(["undefined", "null", "%7BfirmId%7D", "[object%20Object]", "x".repeat(65), "a%0Ab"])(
    "is none that a broken client sends: %s",
    async (id) => {
      const sandbox = served({ adopt: automatic() });
      expect((await sandbox.api(key, "GET", `/firms/${id}/leads`)).status).toBe(404);
      expect((await sandbox.api(key, "GET", `/firms/${firm}/leads`)).status).toBe(200);
    },
  );

  it("is none of another Firm, and none by an unauthorised key", async () => {
    const sandbox = served({ adopt: automatic() });
    expect((await sandbox.api(key, "GET", "/firms/MapleRow/leads")).status).toBe(404);
    expect((await sandbox.api("test-key", "GET", "/firms/beta-0815/leads")).status).toBe(401);
    expect((await sandbox.api(key, "GET", `/firms/${firm}/leads`)).status).toBe(200);
  });
});

describe("the named form", () => {
  it("adopts what is named, whichever comes first", async () => {
    const sandbox = served({ adopt: { key: [key], firm, member: "member-1" } });
    const wrong = await sandbox.api(other, "GET", "/firms/beta-0815/leads");
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get("x-sandbox-reason")).toMatch(/--adopt names 7f1c\.\.\./);
    expect((await sandbox.api(key, "GET", "/firms/beta-0815/leads")).status).toBe(404);
    const state = await sandbox.control("GET", "/state");
    expect(state.text).toContain(`"${firm}"`);
    expect(state.text).toContain('"member-1"');
    expect((await sandbox.api(key, "GET", `/firms/${firm}/leads`)).status).toBe(200);
  });

  it("takes one key for each surface on which it is used first", async () => {
    const sandbox = served({ adopt: { key: [key, other], firm: null, member: null } });
    expect((await sandbox.api(key, "GET", "/leads")).status).toBe(200);
    expect((await on(sandbox, "api.partner.example.com", "/leads", other)).status).toBe(200);
    expect((await sandbox.api(other, "GET", "/leads")).status).toBe(401);
  });
});

import { describe, expect, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import { at, replyOf, text } from "../support/reply.ts";
import type { Served } from "../world/workspace/served.ts";
import { dataFolder, newWorkspace, served } from "../world/workspace/served.ts";

const key = "7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b";
const other = "8a2d3b45-6c7e-4f90-8b1c-2d3e4f5a6b7c";
const firm = "acme-4711";
const partnerKey = "11111111-1111-4111-8111-111111111111";
const person = { email: "zoe@example.com", firstName: "Zoe", lastName: "Zane" };

async function on(sandbox: Served, host: string, path: string, sent = key): Promise<Reply> {
  const request = new Request(`http://${host}/v1${path}`, { headers: { "x-api-key": sent } });
  return replyOf(await sandbox.fetch(request));
}

describe.each([
  { where: "in memory", more: () => ({}) },
  { where: "with --data", more: () => ({ data: dataFolder() }) },
])("adoption, $where", ({ more }) => {
  it("takes the first key of a surface and the first Firm id, in records, mail and lists", async () => {
    const sandbox = served({ adopt: automatic(), ...more() });
    await sandbox.api(partnerKey, "POST", "/firms/Harb0rPt/leads", {
      ...person,
      email: "old@example.com",
    });
    const made = await sandbox.api(key, "POST", `/firms/${firm}/leads`, person);
    expect(made.status).toBe(201);
    expect(at(made, "data.resourceId")).toBe(firm);
    const listed = await sandbox.api(key, "GET", `/firms/${firm}/leads?scope=withDeleted&limit=50`);
    expect(listed.text).toContain("old@example.com");
    expect(listed.text).not.toContain("Harb0rPt");
    const state = await sandbox.control("GET", "/state");
    // The moments of a Lead keep the path that the client sent.
    expect(state.text.replaceAll(/"path":"[^"]*"/g, "")).not.toContain("Harb0rPt");
    expect(state.text).not.toContain(key);
    const mails = await sandbox.control("GET", "/emails");
    const mail = await sandbox.control("GET", `/emails/${text(mails, "data.0.id")}`);
    expect(mail.status).toBe(200);
    expect(at(await sandbox.api(key, "GET", `/firms/${firm}`), "data.name")).toBe(
      "Harbour Point Financial",
    );
  });

  it("reads the id of before in paths, by the key of before as by the adopted one", async () => {
    const sandbox = served({ adopt: automatic(), ...more() });
    await sandbox.api(key, "POST", `/firms/${firm}/leads`, person);
    for (const sent of [key, partnerKey]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const listed = await sandbox.api(sent, "GET", "/firms/Harb0rPt/leads?limit=50");
      expect(listed.status).toBe(200);
      expect(listed.text).toContain(person.email);
    }
  });

  it("keeps what it took through reset, restore and a replaced state", async () => {
    const sandbox = served({ adopt: automatic(), ...more() });
    const before = await sandbox.control("GET", "/state");
    await sandbox.control("POST", "/snapshots", { name: "one" });
    await sandbox.api(key, "POST", `/firms/${firm}/leads`, person);
    const changes: readonly (() => Promise<Reply>)[] = [
      () => sandbox.control("POST", "/reset", {}),
      () => sandbox.control("POST", "/snapshots/one/restore"),
      () => sandbox.control("PUT", "/state", at(before, "data")),
      () => sandbox.control("POST", "/reset", { fixture: "default" }),
      () => sandbox.control("POST", "/reset", {}),
    ];
    for (const change of changes) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await change()).status).toBeLessThan(300);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const listed = await sandbox.api(key, "GET", `/firms/${firm}/leads?limit=50`);
      expect(listed.status).toBe(200);
      expect(listed.text).toContain("ada.active@example.com");
      expect(listed.text).not.toContain(person.email);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await sandbox.api(key, "GET", `/firms/Harb0rPt/leads`)).status).toBe(200);
    }
  });
});

function automatic() {
  return { key: [], firm: null, member: null };
}

async function statuses(sandbox: Served): Promise<readonly number[]> {
  const all: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    all.push((await sandbox.api(key, "GET", "/leads?limit=1")).status);
  }
  return all;
}

describe("an adopted key", () => {
  it("is one of each surface, and a further one is 401 with what was taken and the flag", async () => {
    const sandbox = served({ adopt: automatic() });
    expect((await sandbox.api(key, "GET", "/leads")).status).toBe(200);
    const second = await sandbox.api(other, "GET", "/leads");
    expect(second.status).toBe(401);
    const reason = second.headers.get("x-sandbox-reason") ?? "";
    expect(reason).toContain("--adopt");
    expect(reason).toContain("7f1c");
    expect(reason).not.toContain(key.slice(0, 8));
    expect((await on(sandbox, "api.partner.example.com", "/leads", other)).status).toBe(200);
    expect((await on(sandbox, "realtor.localhost", "/leads", other)).status).toBe(401);
  });

  it("of one surface is not one of another, as on the service", async () => {
    const sandbox = served({ adopt: automatic() });
    expect((await on(sandbox, "api.partner.example.com", "/leads")).status).toBe(200);
    expect((await on(sandbox, "partner.localhost", "/leads")).status).toBe(401);
  });

  it.each(["test-key", "", "7f1c2a34-5b6d-1e8f-9a0b-1c2d3e4f5a6b"])(
    "has the form of a key: %j stays 401 with the next step",
    async (sent) => {
      const sandbox = served({ adopt: automatic() });
      const reply = await sandbox.api(sent, "GET", "/leads");
      expect(reply.status).toBe(401);
      const reason = reply.headers.get("x-sandbox-reason");
      expect(reason).toMatch(sent === "" ? /send the API key/ : /--adopt .* UUID of version 4/);
    },
  );

  it("has no quota, unless a setting or a call sets one", async () => {
    const free = served({ adopt: automatic() });
    const metered = served({ adopt: automatic(), quota: 3 });
    expect(await statuses(free)).not.toContain(429);
    expect(await statuses(metered)).toContain(429);
    await free.control("PUT", "/quotas/HPkeySbx", { quotaPerHour: 2 });
    expect(await statuses(free)).toContain(429);
  });

  it("is written nowhere: not in state, keys, requests or explanations", async () => {
    const sandbox = served({ adopt: automatic() });
    await sandbox.api(key, "GET", `/firms/${firm}/leads?note=${key}`);
    await sandbox.api(key, "POST", `/firms/${firm}/leads`, { ...person, lastName: key });
    for (const path of ["/requests", "/requests/har", "/api-keys", "/report"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const shown = await sandbox.control("GET", path);
      expect(shown.text).not.toContain(key);
    }
    const said = await sandbox.control("POST", "/explain", {
      method: "GET",
      path: `/v1/firms/${firm}/leads`,
      headers: { "x-api-key": key },
    });
    expect(at(said, "data.status")).toBe(200);
    expect(at(said, "data.apiKeyId")).toBe("HPkeySbx");
  });

  it("is not taken where a workspace has it or had it, by a dry run, or without the setting", async () => {
    const sandbox = served({ adopt: automatic() });
    const theirs = await newWorkspace(sandbox, { id: "a" });
    await sandbox.control("POST", "/explain", {
      method: "GET",
      path: "/v1/leads",
      headers: { "x-api-key": other },
    });
    await sandbox.control("DELETE", "/workspaces/a");
    expect((await sandbox.api(theirs, "GET", "/leads")).status).toBe(401);
    expect((await sandbox.api(key, "GET", "/leads")).status).toBe(200);
    expect((await served().api(key, "GET", "/leads")).status).toBe(401);
  });

  it("ends with the key that it stands for", async () => {
    const sandbox = served({ adopt: automatic() });
    expect((await sandbox.api(key, "GET", "/leads")).status).toBe(200);
    await sandbox.control("DELETE", "/api-keys/HPkeySbx");
    expect((await sandbox.api(key, "GET", "/leads")).status).toBe(401);
  });
});

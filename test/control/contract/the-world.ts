import Database from "better-sqlite3";
import { expect, onTestFinished } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import { newTarget } from "../../support/target.ts";
import type { World } from "../../support/world.ts";
import { ids, monday } from "../../support/world.ts";
import { tellAll } from "../paths.ts";
import type { Row } from "./row.ts";
import { answered, list, namesAt, refused } from "./row.ts";

/** The world as a whole: reset, state and snapshots. */
export const theWorld: readonly Row[] = [
  {
    call: "POST W/reset",
    promise: "back to the fixture: rows, ids, clock, quota, faults, mail and journal",
    options: { quotaPerHour: 500 },
    async keeps(world) {
      const before = await tellAll(world);
      const first = await changeAll(world);
      expect(await tellAll(world)).not.toBe(before);
      const reply = answered(200, await world.control("POST", "/reset"));
      expect(text(reply, "data.id")).toBe(world.id);
      expect(await tellAll(world)).toBe(before);
      expect(await changeAll(world)).toBe(first);
    },
  },
  {
    call: "POST W/reset",
    promise: "{ fixture? }: switches to another, 422 for an unknown one",
    async keeps(world) {
      const reply = answered(200, await world.control("POST", "/reset", { fixture: "empty" }));
      expect(text(reply, "data.fixture")).toBe("empty");
      expect(list(await world.control("GET", "/leads"))).toEqual([]);
      refused(422, await world.control("POST", "/reset", { fixture: "nowhere" }), /nowhere/);
    },
  },
  {
    call: "POST W/reset",
    promise: "atomic under traffic: a request leaves all of its changes or none",
    async keeps(world) {
      const creates = (from: number) =>
        Array.from({ length: 10 }, (_, n) =>
          world.createLead({ email: `l${from + n}@example.com` }),
        );
      await Promise.all([...creates(0), world.control("POST", "/reset"), ...creates(10)]);
      const leads = column(await world.control("GET", "/leads"), "email");
      const kept = leads.filter((email) => /^l\d+@/.test(String(email)));
      const mails = column(await world.control("GET", "/emails"), "to.0");
      expect(mails).toHaveLength(kept.length);
      expect(new Set(mails)).toEqual(new Set(kept));
      const count = await world.control("GET", "/requests/count?status=201");
      expect(at(count, "data.count")).toBe(kept.length);
      const created = await world.control("GET", "/events");
      const events = column(created, "type").filter((type) => type === "lead.created");
      expect(events).toHaveLength(kept.length);
    },
  },
  {
    call: "GET W/state",
    promise: "the world as one JSON document in the fixture format",
    async keeps(world) {
      const reply = answered(200, await world.control("GET", "/state"));
      expect(namesAt(reply, "data")).toEqual(
        expect.arrayContaining(["apiKeys", "clientProfiles", "firmMembers", "firms", "leads"]),
      );
      expect(at(reply, "data.leads")).toHaveLength(8);
      expect(at(reply, "data.firms.0")).toMatchObject({ id: ids.partnerFirm, firmType: "Partner" });
    },
  },
  {
    call: "PUT W/state",
    promise: "replaces it: restores what GET returned, records and keys",
    async keeps(world) {
      const before = await world.control("GET", "/state");
      await world.createLead();
      answered(200, await world.control("PUT", "/state", at(before, "data")));
      expect((await world.control("GET", "/state")).text).toBe(before.text);
      expect(at(await world.api("GET", "/v1/leads"), "meta.total")).toBe(3);
    },
  },
  {
    call: "PUT W/state",
    promise: "replaces it: removes the previous world, 422 for an invalid one",
    async keeps(world) {
      const firms = [{ id: "OnlyFirm", name: "Only", firmType: "Partner" }];
      const apiKey = { id: "OnlyKey1", firmId: "OnlyFirm", roleType: "Partner" };
      const apiKeys = [{ ...apiKey, environment: "sandbox" }];
      const reply = answered(200, await world.control("PUT", "/state", { firms, apiKeys }));
      expect(column(await world.control("GET", "/leads"), "id")).toEqual([]);
      const realtor = { key: world.keys.realtor, surface: "realtor" } as const;
      answered(401, await world.api("GET", "/v1/leads", realtor));
      const key = text(reply, "data.firms.0.apiKeys.0.key");
      expect(column(answered(200, await world.api("GET", "/v1/firms", { key })), "id")).toEqual([
        "OnlyFirm",
      ]);
      const broken = { apiKeys: [{ ...apiKeys[0], firmId: "NoFirm00" }] };
      refused(422, await world.control("PUT", "/state", broken), /apiKeys/);
      expect(column(await world.control("GET", "/api-keys"), "id")).toEqual(["OnlyKey1"]);
    },
  },
  {
    call: "POST W/snapshots",
    promise: "{ name }: kept under that name, listed, 409 when it is taken",
    async keeps(world) {
      expect(list(await world.control("GET", "/snapshots"))).toEqual([]);
      const taken = answered(201, await world.control("POST", "/snapshots", { name: "one" }));
      expect(at(taken, "data")).toEqual({ name: "one", bytes: expect.any(Number) });
      refused(409, await world.control("POST", "/snapshots", { name: "one" }), /one/);
      refused(422, await world.control("POST", "/snapshots", {}), /name/);
      refused(422, await world.control("POST", "/snapshots", { name: "../one" }), /name/);
    },
  },
  {
    call: "GET W/snapshots",
    promise: "the snapshots of this workspace and no other",
    async keeps(world) {
      await world.control("POST", "/snapshots", { name: "mine" });
      const reply = answered(200, await world.control("GET", "/snapshots"));
      expect(column(reply, "name")).toEqual(["mine"]);
      expect(column(await world.server("GET", "/snapshots"), "name")).not.toContain("mine");
    },
  },
  {
    call: "POST W/snapshots/{name}/restore",
    promise: "the world as it was, its clock, quota, faults and mail too",
    options: { quotaPerHour: 500 },
    async keeps(world) {
      await changeAll(world);
      await world.control("POST", "/snapshots", { name: "kept" });
      const paths = ["/state", "/emails", "/quotas", "/faults", "/assumptions"];
      const expected = async () =>
        (await Promise.all(paths.map((path) => world.control("GET", path)))).map((one) => one.text);
      const before = await expected();
      const now = text(await world.control("GET", "/clock"), "data.now");
      await world.control("DELETE", "/emails");
      await world.control("DELETE", "/faults");
      await world.control("POST", "/clock/advance", { by: "PT5H" });
      await world.createLead({ email: "later@example.com" });
      answered(200, await world.control("POST", "/snapshots/kept/restore"));
      expect(await expected()).toEqual(before);
      expect(text(await world.control("GET", "/clock"), "data.now")).toBe(now);
      refused(404, await world.control("POST", "/snapshots/none/restore"), /none/);
    },
  },
  {
    call: "GET W/snapshots/{name}/download",
    promise: "the SQLite file",
    local: true,
    async keeps(world) {
      const target = newTarget();
      const base = "http://127.0.0.1/_sandbox/snapshots";
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ name: "file" });
      await target.fetch(new Request(base, { method: "POST", headers, body }));
      const file = await target.fetch(new Request(`${base}/file/download`));
      expect(file.headers.get("content-type")).toBe("application/vnd.sqlite3");
      const database = new Database(Buffer.from(await file.arrayBuffer()));
      onTestFinished(() => void database.close());
      expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
      const emails = database.prepare("select email from leads").pluck().all();
      expect(emails).toContain("ada.active@example.com");
      refused(404, await world.control("GET", "/snapshots/none/download"), /none/);
    },
  },
  {
    call: "GET W/snapshots/{name}/state",
    promise: "the world that it holds, in the fixture format, with nothing restored",
    async keeps(world) {
      await world.control("PUT", "/assumptions", { "lead.delete": "204" });
      const then = answered(200, await world.control("GET", "/state")).json;
      await world.control("POST", "/snapshots", { name: "then" });
      await world.createLead();
      await world.control("PUT", "/assumptions", { "lead.delete": "200" });
      const now = answered(200, await world.control("GET", "/state")).json;
      const kept = answered(200, await world.control("GET", "/snapshots/then/state"));
      expect(kept.json).toEqual(then);
      expect(answered(200, await world.control("GET", "/state")).json).toEqual(now);
      refused(404, await world.control("GET", "/snapshots/none/state"), /none/);
    },
  },
  {
    call: "DELETE W/snapshots/{name}",
    promise: "forgets it",
    async keeps(world) {
      await world.control("POST", "/snapshots", { name: "gone" });
      answered(200, await world.control("DELETE", "/snapshots/gone"));
      expect(list(await world.control("GET", "/snapshots"))).toEqual([]);
      refused(404, await world.control("DELETE", "/snapshots/gone"), /gone/);
      answered(201, await world.control("POST", "/snapshots", { name: "gone" }));
    },
  },
];

/** Changes every part of a world; returns the ids that were created. */
async function changeAll(world: World): Promise<string> {
  const quota = `/quotas/${world.keyIds.partner}`;
  const email = "changed@example.com";
  const lead = await world.createLead({ email });
  const replies = [
    await world.control("POST", `/leads/${lead}/convert`),
    await world.control("POST", `/leads/${ids.activeLead}/archive`),
    await world.control("POST", `/plans/${ids.plan}/status`, { status: "Completed" }),
    await world.control("PUT", quota, { quotaPerHour: 60 }),
    await world.control("POST", `${quota}/use`, { count: 6 }),
    await world.control("POST", "/faults", { match: { path: "/never" }, then: { status: 503 } }),
    await world.control("PUT", "/assumptions", { "lead.delete": "204" }),
    await world.control("POST", "/firms", { name: "More", firmType: "Partner" }),
    await world.control("POST", "/clock/advance", { by: "PT1H" }),
    await world.api("GET", "/v1/firms"),
  ];
  for (const reply of replies) expect(`${reply.status} ${reply.text}`).toMatch(/^20[01] /);
  const mails = column(await world.control("GET", "/emails"), "id");
  return JSON.stringify([lead, mails, replies.map((reply) => at(reply, "data.id")), monday]);
}

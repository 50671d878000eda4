/** The limits of a workspace's mail, and the counts of dropped mail. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { partnerKey } from "../../../world/workspace/contents.ts";
import { dataFolder, served } from "../../../world/workspace/served.ts";

const kilobyte = 1024;

function logoOf(characters: number): string {
  return "data:image/png;base64,".padEnd(characters, "A");
}

async function createLeads(world: World, count: number, firstName = "Lena"): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the order of the mails is what is tested
    await world.createLead({ firstName });
  }
}

async function standing(world: World) {
  const reply = await world.control("GET", "/emails/count");
  const read = (name: string): number => Number(at(reply, `data.${name}`));
  return {
    count: read("count"),
    messages: read("messages"),
    bytes: read("bytes"),
    dropped: read("dropped"),
  };
}

function worldWith(sandbox: SandboxOptions): Promise<World> {
  return newWorld({ sandbox });
}

describe("the logo of a Firm", () => {
  const firm = { name: "Logo Firm", firmType: "Partner" } as const;

  it("201 with 256 kB, and 422 with one byte more, with the limit", async () => {
    const world = await newWorld();
    const add = (size: number) => world.control("POST", "/firms", { ...firm, logo: logoOf(size) });
    expect((await add(256 * kilobyte)).status).toBe(201);
    const refused = await add(256 * kilobyte + 1);
    expect(refused.status).toBe(422);
    expect(at(refused, "fields.logo.0.code")).toBe("INVALID");
    expect(text(refused, "fields.logo.0.message")).toContain("256 kB");
  });

  it("422 with more than 256 kB in PUT state", async () => {
    const world = await newWorld();
    const state = Object(at(await world.control("GET", "/state"), "data"));
    state.firms[0].logo = logoOf(256 * kilobyte + 1);
    const reply = await world.control("PUT", "/state", state);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain("256 kB");
  });

  it("is stored once for any number of mails", async () => {
    const data = dataFolder();
    const world = await worldWith({ data });
    const logo = logoOf(200 * kilobyte);
    const state = Object(at(await world.control("GET", "/state"), "data"));
    state.firms[0].logo = logo;
    expect((await world.control("PUT", "/state", state)).status).toBe(200);
    await createLeads(world, 50);
    const sizes = readdirSync(data).map((name) => statSync(join(data, name)).size);
    expect(Math.max(...sizes)).toBeLessThan(2 * 1024 * kilobyte);
    const mails = await world.control("GET", "/emails?limit=1000");
    expect(at(mails, "meta.total")).toBe(50);
    expect((await standing(world)).bytes).toBeLessThan(100 * kilobyte);
    const html = await world.control("GET", `/emails/${text(mails, "data.49.id")}/html`);
    expect(html.text).toContain(logo);
  });
});

describe("GET emails/count above a limit", () => {
  it("keeps the newest mail within the configured bytes, and counts dropped mail", async () => {
    const outboxBytes = 100 * kilobyte;
    const world = await worldWith({ outboxBytes });
    await createLeads(world, 30, "x".repeat(10 * kilobyte));
    const mails = await world.control("GET", "/emails?limit=1000");
    const { bytes, messages, dropped } = await standing(world);
    expect(bytes).toBeLessThanOrEqual(outboxBytes);
    expect(bytes).toBeGreaterThan(outboxBytes / 2);
    expect(messages + dropped).toBe(30);
    expect(column(mails, "to.0").slice(0, 2)).toEqual(["lead30@example.com", "lead29@example.com"]);
  });

  it("keeps the newest mail even if it is larger than the limit", async () => {
    const world = await worldWith({ outboxBytes: 1_000 });
    await createLeads(world, 2, "x".repeat(2_000));
    const mails = await world.control("GET", "/emails");
    expect(column(mails, "to.0")).toEqual(["lead2@example.com"]);
    expect(await standing(world)).toMatchObject({ messages: 1, dropped: 1 });
  });

  it("counts the mail that the limit on the number of mails drops", async () => {
    const world = await worldWith({ outboxMessages: 20 });
    await createLeads(world, 100);
    expect(await standing(world)).toMatchObject({ messages: 20, dropped: 80 });
  });

  it("reports the number of dropped mails when a wait finds no match", async () => {
    const world = await worldWith({ outboxBytes: 1_000 });
    await createLeads(world, 2, "x".repeat(2_000));
    const waited = await world.control("GET", "/emails/wait?to=lead1@&timeoutMs=0");
    expect(text(waited, "hint")).toContain("1 older mail was dropped");
  });

  it("restarts the count when the mail is deleted", async () => {
    const world = await worldWith({ outboxBytes: 1_000 });
    await createLeads(world, 3, "x".repeat(2_000));
    await world.control("DELETE", "/emails");
    expect(await standing(world)).toEqual({ count: 0, messages: 0, bytes: 0, dropped: 0 });
  });

  it("applies the limit after a deletion, a reset and a restored snapshot", async () => {
    const outboxBytes = 20 * kilobyte;
    const world = await worldWith({ outboxBytes });
    const held = async (): Promise<number> => (await standing(world)).bytes;
    await createLeads(world, 20, "x".repeat(kilobyte));
    await world.control("POST", "/snapshots", { name: "full" });
    await world.control("DELETE", "/mailpit/api/v1/messages", {
      IDs: [text(await world.control("GET", "/emails"), "data.0.id")],
    });
    await createLeads(world, 20, "x".repeat(kilobyte));
    expect(await held()).toBeLessThanOrEqual(outboxBytes);
    await world.control("POST", "/snapshots/full/restore");
    expect(await held()).toBeGreaterThan(outboxBytes / 2);
    await world.createLead({ email: "after@example.com", firstName: "x".repeat(8 * kilobyte) });
    expect(await held()).toBeLessThanOrEqual(outboxBytes);
    await world.control("POST", "/reset");
    expect(await held()).toBe(0);
  });

  it("keeps the count across a restart", async () => {
    const settings = { data: dataFolder(), outboxBytes: 1_000 };
    const first = served(settings);
    for (const email of ["a@example.com", "b@example.com"]) {
      const lead = { email, firstName: "x".repeat(2_000), lastName: "Lind" };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await first.api(partnerKey.key, "POST", `/firms/${ids.partnerFirm}/leads`, lead);
    }
    const before = (await first.control("GET", "/emails/count")).json;
    expect(before).toMatchObject({ data: { messages: 1, dropped: 1 } });
    first.close();
    expect((await served(settings).control("GET", "/emails/count")).json).toEqual(before);
  });
});

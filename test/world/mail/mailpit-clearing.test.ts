/** Clearing the mail of a workspace also deletes it from the Mailpit behind the mail server. */
import { describe, expect, it } from "vitest";

import { keptPort } from "../../support/kept-port.ts";
import { at, column } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";
import { mailpitOf } from "./mailpit-stand-in.ts";
import { relayedMail, withMailpit } from "./mailpit-world.ts";
import type { Taken } from "./smtp-servers.ts";

async function there(world: World): Promise<readonly unknown[]> {
  return column(await world.control("GET", "/emails?source=mailpit"), "to.0");
}

/** A message that is tagged with the workspace `many`. */
function arrivedAs(messageId: string): Taken {
  const source = `Message-ID: ${messageId}@lead-sandbox.example>\r\nX-Tags: many\r\n`;
  return { to: ["ana@client.example"], source, secure: false, user: null };
}

const clearing = [
  { call: "DELETE emails?mailpit=true", method: "DELETE", path: "/emails?mailpit=true" },
  { call: "POST reset", method: "POST", path: "/reset", body: { mailpit: true } },
] as const;

describe.each(clearing)("$call", ({ method, path, ...rest }) => {
  const clear = (world: World) =>
    world.control(method, path, "body" in rest ? rest.body : undefined);

  it("deletes the mail of its workspace from Mailpit, and no other mail", async () => {
    const { world, server } = await withMailpit();
    await relayedMail(world, "ana@client.example");
    await world.server("POST", "/workspaces", { id: "other", fixture: "default" });
    await world.server("POST", "/workspaces/other/leads/LeadHPa1/convert");
    await server.took(2);
    expect((await clear(world)).status).toBe(200);
    expect(await there(world)).toEqual([]);
    const others = await world.server("GET", "/workspaces/other/emails?source=mailpit");
    expect(at(others, "meta.total")).toBe(1);
  });

  it("keeps foreign messages that Mailpit tags with the workspace's name", async () => {
    const { world, server } = await withMailpit();
    const named = world.id.toUpperCase();
    await world.server("POST", "/workspaces", { id: named });
    await world.server("POST", `/workspaces/${named}/leads/LeadHPa1/convert`);
    await world.server("POST", "/workspaces", { id: "other" });
    const member = { firmId: "Harb0rPt", isOwner: true, subscription: "active" };
    const added = {
      ...member,
      email: `owner+${world.id}@firm.example`,
      firstName: "O",
      lastName: "O",
    };
    await world.server("POST", "/workspaces/other/firm-members", added);
    await world.server("POST", "/workspaces/other/leads/LeadHPa1/convert");
    await relayedMail(world, "ana@client.example");
    await server.took(4);
    expect((await clear(world)).status).toBe(200);
    expect(await there(world)).toEqual([]);
    const left = async (id: string): Promise<unknown> =>
      at(await world.server("GET", `/workspaces/${id}/emails?source=mailpit`), "meta.total");
    expect([await left(named), await left("other")]).toEqual([1, 2]);
  });

  it("deletes nothing from Mailpit when no message belongs to the workspace", async () => {
    const { world, server } = await withMailpit();
    await world.server("POST", "/workspaces", { id: "other" });
    await world.server("POST", "/workspaces/other/leads/LeadHPa1/convert");
    await server.took(1);
    expect((await clear(world)).status).toBe(200);
    const others = await world.server("GET", "/workspaces/other/emails?source=mailpit");
    expect(at(others, "meta.total")).toBe(1);
  });

  it("deletes more messages than a search page holds, and both copies of a message that arrived twice", async () => {
    const messages = Array.from({ length: 1_201 }, (_, index) => arrivedAs(`<Id${index}.many`));
    const mailpit = await mailpitOf([...messages, arrivedAs("<Id0.many"), arrivedAs("<Id0.more")]);
    const world = await newWorld({ id: "many", sandbox: { mailpitUrl: mailpit.url } });
    expect((await clear(world)).status).toBe(200);
    expect(mailpit.left()).toEqual(["Id0.more@lead-sandbox.example"]);
  });

  it("also deletes mail from Mailpit that was in transit during the call", async () => {
    const reading = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<null>();
    const { world, server } = await withMailpit({
      onMessage() {
        reading.resolve();
        return goOn.promise;
      },
    });
    for (const name of ["one", "two", "three"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await world.createLead({ email: `${name}@client.example` });
    }
    await reading.promise;
    const cleared = clear(world);
    goOn.resolve(null);
    expect((await cleared).status).toBe(200);
    await relayedMail(world, "after@client.example");
    expect(await there(world)).toEqual(["after@client.example"]);
    expect(server.taken.length).toBeLessThanOrEqual(4);
  });

  it("answers 409 and changes nothing on either side when Mailpit answers with an error", async () => {
    const { world, mailpit } = await withMailpit();
    await relayedMail(world, "ana@client.example");
    const before = await world.control("GET", "/emails");
    mailpit.behave("broken");
    const reply = await clear(world);
    expect([reply.status, at(reply, "hint")]).toEqual([409, "Nothing was changed in the sandbox."]);
    expect(at(reply, "message")).toContain(`Mailpit at ${mailpit.url} cannot be reached: `);
    mailpit.behave("well");
    expect((await world.control("GET", "/emails")).text).toBe(before.text);
    expect(await there(world)).toEqual(["ana@client.example"]);
  });

  it("answers 409 when Mailpit is down", async () => {
    const mailpitUrl = `http://127.0.0.1:${await keptPort()}`;
    const world = await newWorld({ sandbox: { mailpitUrl } });
    await world.createLead();
    expect((await clear(world)).status).toBe(409);
    expect(at(await world.control("GET", "/emails"), "meta.total")).toBe(1);
  });
});

describe("a Mailpit that never answers", () => {
  it("is 409 for POST reset after a timeout, which does not delay other calls", async () => {
    const { world, mailpit } = await withMailpit();
    mailpit.behave("silent");
    const cleared = world.control("POST", "/reset", { mailpit: true });
    await world.createLead();
    expect((await world.control("GET", "/leads")).status).toBe(200);
    expect((await cleared).status).toBe(409);
  });
});

describe("a workspace that is dropped meanwhile", () => {
  it("is 404 for POST reset, with nothing of the next one of its id", async () => {
    const reading = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<null>();
    const { world } = await withMailpit({
      onMessage() {
        reading.resolve();
        return goOn.promise;
      },
    });
    await world.server("POST", "/workspaces", { id: "again" });
    await world.server("POST", "/workspaces/again/leads/LeadHPa1/convert");
    await reading.promise;
    const reset = world.server("POST", "/workspaces/again/reset", { mailpit: true });
    const kept = async () =>
      at(await world.server("GET", "/workspaces/again/emails"), "meta.total");
    await expect.poll(kept).toBe(0);
    await world.server("DELETE", "/workspaces/again");
    await world.server("POST", "/workspaces", { id: "again" });
    goOn.resolve(null);
    expect((await reset).status).toBe(404);
  });

  it("is 404 for a search of its mail", async () => {
    const { world } = await withMailpit();
    await world.server("POST", "/workspaces", { id: "searched" });
    await world.server("POST", "/workspaces/searched/leads/LeadHPa1/convert");
    const [found, dropped] = await Promise.all([
      world.server("GET", "/workspaces/searched/mailpit/api/v1/search?query=zzz"),
      world.server("DELETE", "/workspaces/searched"),
    ]);
    expect([found.status, dropped.status]).toEqual([404, 200]);
  });
});

describe("POST reset to an unknown fixture", () => {
  it("fails and keeps the mail in Mailpit", async () => {
    const { world } = await withMailpit();
    await relayedMail(world, "ana@client.example");
    const reply = await world.control("POST", "/reset", { fixture: "nope", mailpit: true });
    expect(`${reply.status} ${reply.text}`).toMatch(/^4\d\d .*nope/);
    expect(await there(world)).toEqual(["ana@client.example"]);
  });
});

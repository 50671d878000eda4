/** The control API of relayed mail: reports it, resends it, and queries and clears Mailpit. */
import { describe, expect, it } from "vitest";

import { keptPort } from "../../support/kept-port.ts";
import { at, column, text } from "../../support/reply.ts";
import { newWorld } from "../../support/world.ts";
import { arrived, relayedMail, withMailpit } from "./mailpit-world.ts";
import { refusal, smtpServerWith } from "./smtp-servers.ts";
import type { Policy } from "./smtp-servers.ts";

const refusesBad: Policy = {
  onRecipient: (address) => (address.startsWith("bad") ? refusal(550, "no such box") : null),
};

describe("POST emails/{id}/relay", () => {
  it("sends a previously rejected mail once the server accepts it", async () => {
    let takes = false;
    const server = await smtpServerWith({
      onRecipient: () => (takes ? null : refusal(550, "no such box")),
    });
    const world = await newWorld({ sandbox: { smtpUrl: server.url } });
    await world.createLead({ email: "ana@client.example" });
    const failed = await world.control("GET", "/emails/wait?relayed=failed");
    expect(at(failed, "data.relayNote")).toMatch(/550 no such box$/);
    takes = true;
    await world.control("POST", `/emails/${text(failed, "data.id")}/relay`);
    const sent = await arrived(world, "ana@client.example");
    expect([at(sent, "data.relayed"), at(sent, "data.relayNote")]).toEqual(["sent", undefined]);
    expect(server.taken.length).toBe(1);
  });

  it("is counted by its result, as each relayed mail is", async () => {
    const server = await smtpServerWith(refusesBad);
    const world = await newWorld({ sandbox: { smtpUrl: server.url } });
    const counts = async (): Promise<readonly string[]> => {
      const metrics = (await world.server("GET", "/metrics")).text;
      return metrics.match(/(?<=^lead_sandbox_relayed_mails_total)\{.*$/gm) ?? [];
    };
    expect(await counts()).toEqual(['{result="sent"} 0', '{result="failed"} 0']);
    const id = await relayedMail(world, "ana@client.example");
    await world.createLead({ email: "bad@client.example" });
    await world.control("GET", "/emails/wait?relayed=failed");
    await world.control("POST", `/emails/${id}/relay`);
    await expect.poll(counts).toEqual(['{result="sent"} 2', '{result="failed"} 1']);
  });
});

describe("GET emails?relayed=", () => {
  it.each([
    { relayed: "sent", to: ["two@client.example", "one@client.example"] },
    { relayed: "failed", to: ["bad@client.example"] },
  ])("returns only the mails that are $relayed", async ({ relayed, to }) => {
    const server = await smtpServerWith(refusesBad);
    const world = await newWorld({ sandbox: { smtpUrl: server.url } });
    await world.createLead({ email: "one@client.example" });
    await world.createLead({ email: "bad@client.example" });
    await relayedMail(world, "two@client.example");
    const reply = await world.control("GET", `/emails?relayed=${relayed}`);
    expect(column(reply, "to.0")).toEqual(to);
    expect(column(reply, "relayed")).toEqual(to.map(() => relayed));
  });

  it("excludes a mail in transit from both, and the mail shows why it is still in transit", async () => {
    const sandbox = { smtpUrl: `smtp://127.0.0.1:${await keptPort()}` };
    const world = await newWorld({ sandbox });
    await world.createLead();
    const listed = () => world.control("GET", "/emails");
    await expect
      .poll(async () => at(await listed(), "data.0.relayNote"))
      .toEqual(expect.stringContaining("ECONNREFUSED"));
    expect(at(await listed(), "data.0.relayed")).toBeNull();
    expect(column(await world.control("GET", "/emails?relayed=sent"), "id")).toEqual([]);
  });
});

describe("source=mailpit", () => {
  it("lists the mail that arrived in Mailpit, with the other filters", async () => {
    const { world } = await withMailpit(refusesBad);
    await world.createLead({ email: "bad@client.example" });
    await relayedMail(world, "one@client.example");
    await relayedMail(world, "two@client.example");
    const list = (query: string) => world.control("GET", `/emails?${query}`);
    expect(at(await list(""), "meta.total")).toBe(3);
    expect(column(await list("source=mailpit"), "to.0")).toEqual([
      "two@client.example",
      "one@client.example",
    ]);
    expect(column(await list("source=mailpit&to=one"), "to.0")).toEqual(["one@client.example"]);
    expect(column(await list("source=mailpit&to=bad"), "to.0")).toEqual([]);
  });

  it("waits until the mail arrives, and answers 404 when it does not arrive in time", async () => {
    const { world } = await withMailpit(refusesBad);
    const waiting = world.control("GET", "/emails/wait?source=mailpit&to=ana&timeoutMs=10000");
    await world.createLead({ email: "ana@client.example" });
    const found = await waiting;
    expect([found.status, at(found, "data.to")]).toEqual([200, ["ana@client.example"]]);
    await world.createLead({ email: "bad@client.example" });
    const query = "source=mailpit&to=bad&timeoutMs=150";
    expect((await world.control("GET", `/emails/wait?${query}`)).status).toBe(404);
  });
});

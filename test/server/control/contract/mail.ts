import { expect } from "vitest";

import { ids, monday } from "../../../support/world.ts";
import { mailpitOf } from "../../../world/mail/mailpit-stand-in.ts";
import { refusal, smtpServerWith } from "../../../world/mail/smtp-servers.ts";
import type { ClientWorld } from "./client-world.ts";
import { newClientWorld } from "./client-world.ts";
import type { Row } from "./row.ts";
import { answered, later, rejected } from "./row.ts";

/** The parts of a message with their own media types. */
const parts = [
  ["raw", "message/rfc822", /^(?:[\w-]+: .*\r\n(?:[ \t].*\r\n)*)+\r\n/],
  ["html", "text/html; charset=utf-8", /^<!doctype html>[^]*Zoë/i],
  ["text", "text/plain; charset=utf-8", /^Welcome from Harbour Point Financial\n[^]*Zoë/],
] as const;

/** The captured mail; `test/server/control/mail/wait.test.ts` and `test/world/mail` test waits and the relay. */
export const mail: readonly Row[] = [
  {
    call: "GET W/emails",
    method: "emails.list",
    promise: "newest first, each with every field but its text",
    async keeps(world) {
      const lead = await threeMails(world);
      const all = (await world.workspace.emails.list()).data;
      expect(all.map(({ kind, at }) => [kind, at])).toEqual([
        ["plan-updated", later(monday, 120_000)],
        ["converted", later(monday, 60_000)],
        ["welcome", monday],
      ]);
      const link = /\/sign-up\?referralCode=HPcode01&email=first%40example\.com$/;
      expect(all[2]).toEqual({
        id: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
        environment: "sandbox",
        at: monday,
        kind: "welcome",
        from: expect.stringContaining("Harbour Point Financial"),
        to: ["first@example.com"],
        subject: expect.stringContaining("invites you"),
        leadId: lead,
        links: [expect.stringMatching(link)],
        relayed: null,
      });
      expect(all[0]?.planId).toBe(ids.plan);
    },
  },
  ...(
    [
      ["to=first@example.com", ["welcome"]],
      ["to=FIRST@", ["welcome"]],
      ["to=olive.owner@harbour-point.example", ["plan-updated", "converted"]],
      ["kind=converted", ["converted"]],
      ["subject=invites", ["welcome"]],
      ["subject=%25", []],
      ["subject=signed%20up", ["converted"]],
      ["leadId={lead}", ["converted", "welcome"]],
      ["leadId=NoLead00", []],
      ["since=2026-03-02T09:01:00.000Z", ["plan-updated", "converted"]],
      ["since=2026-03-02T09:01:00.001Z", ["plan-updated"]],
      ["limit=2", ["plan-updated", "converted"]],
      ["limit=2&offset=2", ["welcome"]],
      ["kind=welcome&to=olive.owner", []],
    ] as const
  ).map(selecting),
  {
    call: "GET W/emails/{id}",
    method: "emails.get",
    promise: "one message with headers, text and html",
    async keeps({ workspace, createLead }) {
      await createLead({ email: "zoe@example.com", firstName: "Zoë" });
      const [listed] = (await workspace.emails.list()).data;
      expect(await workspace.emails.get(listed?.id ?? "")).toMatchObject({
        ...listed,
        headers: expect.arrayContaining([{ name: "To", value: "zoe@example.com" }]),
        text: expect.stringContaining("Zoë"),
        html: expect.stringMatching(/<html[^]*Zoë/),
      });
      await rejected(404, workspace.emails.get("NoMail00"), /NoMail00/);
    },
  },
  ...parts.map(servedAs),
  {
    call: "GET W/emails/count",
    method: "emails.count",
    promise: "the number of those that match",
    async keeps({ workspace, createLead }) {
      await createLead();
      expect(await workspace.emails.count()).toBe(1);
      expect(await workspace.emails.count({ kind: "converted" })).toBe(0);
    },
  },
  {
    call: "GET W/emails/count",
    method: "emails.standing",
    promise: "how much the outbox keeps: { count, messages, bytes, dropped }",
    async keeps({ workspace, createLead }) {
      await createLead();
      const bytes: unknown = expect.any(Number);
      const standing = { count: 1, messages: 1, bytes, dropped: 0 };
      expect(await workspace.emails.standing()).toEqual(standing);
    },
  },
  {
    call: "GET W/emails/wait",
    method: "emails.waitFor",
    promise:
      "answers as soon as a match is there; 404 after the timeout, with the mail that arrived",
    async keeps({ workspace, createLead }) {
      const to = "second@example.com";
      const waiting = workspace.emails.waitFor({ to, kind: "welcome", timeoutMs: 60_000 });
      await createLead({ email: "first@example.com" });
      const leadId = await createLead({ email: to });
      expect(await waiting).toMatchObject({ to: [to], leadId });
      const none = workspace.emails.waitFor({ to: "nobody@example.com", timeoutMs: 1 });
      await rejected(404, none, /1 ms.*welcome to second@example.com/);
    },
  },
  ...(
    [
      ["sent", "ana@client.example"],
      ["failed", "nobody@client.example"],
    ] as const
  ).map(relayedAs),
  {
    call: "POST W/emails/{id}/relay",
    method: "emails.relay",
    promise: "sends it to the mail server once more; 409 without one",
    local: true,
    async keeps({ workspace, createLead }) {
      await createLead();
      const { id } = await workspace.emails.waitFor({ timeoutMs: 0 });
      await rejected(409, workspace.emails.relay(id), /mail server/);
      const { relaying, server, arrived } = await withArrival();
      const relayed = await relaying.emails.relay(arrived.id);
      expect({ ...arrived, ...relayed }).toEqual({ ...arrived, relayed: null });
      await server.took(2);
    },
  },
  {
    call: "DELETE W/emails",
    method: "emails.clear",
    promise: "forgets them, in Mailpit too when asked; 409 without one",
    local: true,
    async keeps({ workspace, createLead }) {
      await createLead();
      await rejected(409, workspace.emails.clear({ mailpit: true }), /No Mailpit/);
      expect(await workspace.emails.clear()).toEqual({ forgotten: 1 });
      expect((await workspace.emails.list()).data).toEqual([]);
      const { relaying, mailpit } = await withArrival();
      expect(await relaying.emails.clear({ mailpit: true })).toEqual({ forgotten: 1 });
      expect(mailpit.left()).toEqual([]);
    },
  },
];

/** A client of a workspace with a mail server and a Mailpit, after the arrival of one mail. */
async function withArrival() {
  const server = await smtpServerWith();
  const mailpit = await mailpitOf(server.taken);
  const sandbox = { smtpUrl: server.url, mailpitUrl: mailpit.url };
  const { workspace: relaying, createLead } = await newClientWorld({ sandbox });
  await createLead({ email: "ana@client.example" });
  const arrived = await relaying.emails.waitFor({ relayed: "sent", timeoutMs: 10_000 });
  return { relaying, server, mailpit, arrived };
}

function selecting([query, kinds]: readonly [string, readonly string[]]): Row {
  return {
    call: "GET W/emails",
    promise: `?${query} selects ${kinds.join(" and ") || "none"}`,
    async keeps(world) {
      const lead = await threeMails(world);
      const reply = await world.control("GET", `/emails?${query.replace("{lead}", lead)}`);
      expect(answered(200, reply).json).toMatchObject({
        data: kinds.map((kind) => ({ kind })),
        meta: { total: query.startsWith("limit") ? 3 : kinds.length },
      });
    },
  };
}

/** Tests the relay of a mail with a mail server that rejects addresses of `nobody`. */
function relayedAs([relayed, email]: readonly ["sent" | "failed", string]): Row {
  return {
    call: "GET W/emails",
    promise: `relayed is null, then "${relayed}"`,
    local: true,
    async keeps() {
      const goOn = Promise.withResolvers<null>();
      const server = await smtpServerWith({
        onMail: () => goOn.promise,
        onRecipient: (address) =>
          address.startsWith("nobody") ? refusal(550, "no such box") : null,
      });
      const { workspace, createLead } = await newClientWorld({ sandbox: { smtpUrl: server.url } });
      await createLead({ email });
      expect((await workspace.emails.list()).data).toMatchObject([{ relayed: null }]);
      goOn.resolve(null);
      const found = await workspace.emails.waitFor({ relayed, timeoutMs: 10_000 });
      expect(found.relayed).toBe(relayed);
    },
  };
}

function servedAs([part, type, pattern]: readonly ["raw" | "html" | "text", string, RegExp]): Row {
  return {
    call: `GET W/emails/{id}/${part}`,
    method: `emails.${part}`,
    promise: `the message as ${type}`,
    async keeps({ workspace, control, createLead }) {
      await createLead({ firstName: "Zoë" });
      const { id } = await workspace.emails.waitFor({ timeoutMs: 0 });
      expect(await workspace.emails[part](id)).toMatch(pattern);
      const reply = await control("GET", `/emails/${id}/${part}`);
      expect(reply.headers.get("content-type")).toBe(type);
      await rejected(404, workspace.emails[part]("NoMail00"), /NoMail00/);
    },
  };
}

/** Sends a mail of each kind, a minute apart: an invitation, a conversion alert, and one about a Plan. */
async function threeMails({ workspace, createLead }: ClientWorld): Promise<string> {
  const lead = await createLead({ email: "first@example.com" });
  await workspace.clock.advance("PT1M");
  await workspace.leads.convert(lead);
  await workspace.clock.advance("PT1M");
  await workspace.plans.move(ids.plan, { status: "Completed" });
  return lead;
}

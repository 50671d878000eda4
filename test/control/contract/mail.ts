import { expect } from "vitest";

import { refusal, smtpServerWith } from "../../mail/smtp-servers.ts";
import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday, newWorld } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, defaultsOf, later, list, namesAt, record, refused } from "./row.ts";

/** The parts of a message with their own media types. */
const parts = [
  ["raw", "message/rfc822", /^(?:[\w-]+: .*\r\n(?:[ \t].*\r\n)*)+\r\n/],
  ["html", "text/html; charset=utf-8", /^<!doctype html>/i],
  ["text", "text/plain; charset=utf-8", /^Welcome from Harbour Point Financial\n/],
] as const;

/** The captured mail. */
export const mail: readonly Row[] = [
  {
    call: "GET W/emails",
    promise: "{ id, environment, at, kind, from, to, subject, leadId?, planId?, links, relayed }",
    async keeps(world) {
      const { lead } = await threeMails(world);
      const reply = answered(200, await world.control("GET", "/emails"));
      expect(at(reply, "data.2")).toEqual({
        id: expect.stringMatching(/^[A-Za-z0-9]{8}$/),
        environment: "sandbox",
        at: monday,
        kind: "welcome",
        from: expect.stringContaining("Harbour Point Financial"),
        to: ["first@example.com"],
        subject: expect.stringContaining("invites you"),
        leadId: lead,
        links: [
          expect.stringMatching(/\/sign-up\?referralCode=HPcode01&email=first%40example\.com$/),
        ],
        relayed: null,
      });
      const keys = [
        "at",
        "environment",
        "from",
        "id",
        "kind",
        "leadId",
        "links",
        "planId",
        "relayed",
        "subject",
      ];
      expect(namesAt(reply, "data.0")).toEqual([...keys, "to"]);
      expect(at(reply, "data.0.planId")).toBe(ids.plan);
    },
  },
  {
    call: "GET W/emails",
    promise: "newest first",
    async keeps(world) {
      await threeMails(world);
      const reply = await world.control("GET", "/emails");
      expect(column(reply, "kind")).toEqual(["plan-updated", "converted", "welcome"]);
      expect(column(reply, "at")).toEqual([later(monday, 120_000), later(monday, 60_000), monday]);
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
  ...["kind=other", "since=yesterday", "limit=0", "limit=1001", "limit=many", "offset=-1"].map(
    (query): Row => ({
      call: "GET W/emails",
      promise: `422 for ?${query}`,
      async keeps(world) {
        const [name = ""] = query.split("=");
        refused(422, await world.control("GET", `/emails?${query}`), new RegExp(name));
      },
    }),
  ),
  {
    call: "GET W/emails/{id}",
    promise: "one message with headers, text and html",
    async keeps(world) {
      await threeMails(world);
      const listed = await world.control("GET", "/emails?kind=welcome");
      const reply = await world.control("GET", `/emails/${text(listed, "data.0.id")}`);
      expect(at(reply, "data")).toMatchObject(record(listed, "data.0"));
      expect(at(answered(200, reply), "data")).toMatchObject({
        headers: expect.arrayContaining([{ name: "To", value: "first@example.com" }]),
        text: expect.stringContaining("Welcome from Harbour Point Financial"),
        html: expect.stringContaining("<html"),
      });
      refused(404, await world.control("GET", "/emails/NoMail00"), /NoMail00/);
    },
  },
  ...parts.map(servedAs),
  {
    call: "GET W/emails/count",
    promise: "200 { data: { count, messages, bytes, dropped } }, with the filters of the list",
    async keeps(world) {
      await threeMails(world);
      const all = answered(200, await world.control("GET", "/emails/count"));
      expect(namesAt(all, "data")).toEqual(["bytes", "count", "dropped", "messages"]);
      expect(at(all, "data")).toMatchObject({ count: 3, messages: 3, dropped: 0 });
      const some = answered(200, await world.control("GET", "/emails/count?kind=welcome"));
      expect(at(some, "data")).toMatchObject({ count: 1, messages: 3, dropped: 0 });
    },
  },
  {
    call: "GET W/emails/wait",
    promise: "?to=&kind= answers as soon as a match is there, long before timeoutMs",
    async keeps(world) {
      const path = "/emails/wait?to=second@example.com&kind=welcome&timeoutMs=60000";
      const waiting = world.control("GET", path);
      await world.createLead({ email: "first@example.com" });
      await world.createLead({ email: "second@example.com" });
      const reply = answered(200, await waiting);
      expect(at(reply, "data.to")).toEqual(["second@example.com"]);
      const again = answered(200, await world.control("GET", path));
      expect(again.text).toBe(reply.text);
    },
  },
  {
    call: "GET W/emails/wait",
    promise: "404 after the timeout, with the mail that arrived; the default is 5000 ms",
    async keeps(world) {
      await threeMails(world);
      const path = "/emails/wait?to=nobody@example.com&timeoutMs=1";
      const reply = refused(404, await world.control("GET", path), /1 ms/);
      expect(text(reply, "hint")).toContain("welcome to first@example.com");
      expect(await defaultsOf(world, "/emails/wait")).toMatchObject({ timeoutMs: 5_000 });
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
    promise: "sends it to the mail server once more; 409 without one",
    local: true,
    async keeps(world) {
      await threeMails(world);
      const id = text(await world.control("GET", "/emails"), "data.0.id");
      refused(409, await world.control("POST", `/emails/${id}/relay`), /mail server/);
      const server = await smtpServerWith();
      const relaying = await newWorld({ sandbox: { smtpUrl: server.url } });
      await relaying.createLead({ email: "ana@client.example" });
      const path = "/emails/wait?relayed=sent&timeoutMs=10000";
      const sent = answered(200, await relaying.control("GET", path));
      const again = `/emails/${text(sent, "data.id")}/relay`;
      const reply = answered(200, await relaying.control("POST", again));
      const before = record(sent, "data");
      expect({ ...before, ...record(reply, "data") }).toEqual({ ...before, relayed: null });
      await server.took(2);
      refused(404, await relaying.control("POST", "/emails/NoMail00/relay"), /NoMail00/);
    },
  },
  {
    call: "DELETE W/emails",
    promise: "forgets them",
    async keeps(world) {
      await threeMails(world);
      const reply = answered(200, await world.control("DELETE", "/emails"));
      expect(at(reply, "data")).toEqual({ forgotten: 3 });
      expect(list(await world.control("GET", "/emails"))).toEqual([]);
    },
  },
];

function selecting([query, kinds]: readonly [string, readonly string[]]): Row {
  return {
    call: "GET W/emails",
    promise: `?${query} selects ${kinds.join(" and ") || "none"}`,
    async keeps(world) {
      const { lead } = await threeMails(world);
      const reply = await world.control("GET", `/emails?${query.replace("{lead}", lead)}`);
      expect(column(answered(200, reply), "kind")).toEqual(kinds);
      expect(at(reply, "meta.total")).toBe(query.startsWith("limit") ? 3 : kinds.length);
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
      const world = await newWorld({ sandbox: { smtpUrl: server.url } });
      await world.createLead({ email });
      const listed = answered(200, await world.control("GET", "/emails"));
      expect(column(listed, "relayed")).toEqual([null]);
      goOn.resolve(null);
      const path = `/emails/wait?relayed=${relayed}&timeoutMs=10000`;
      const reply = answered(200, await world.control("GET", path));
      expect(at(reply, "data.relayed")).toBe(relayed);
    },
  };
}

function servedAs([part, type, shape]: readonly [string, string, RegExp]): Row {
  return {
    call: `GET W/emails/{id}/${part}`,
    promise: `the message as ${type}`,
    async keeps(world) {
      await threeMails(world);
      const id = text(await world.control("GET", "/emails?kind=welcome"), "data.0.id");
      const reply = answered(200, await world.control("GET", `/emails/${id}/${part}`));
      expect(reply.headers.get("content-type")).toBe(type);
      expect(reply.text).toMatch(shape);
      refused(404, await world.control("GET", `/emails/NoMail00/${part}`), /NoMail00/);
    },
  };
}

/** Sends a mail of each kind, a minute apart: an invitation, a conversion alert, and one about a Plan. */
async function threeMails(world: World): Promise<{ readonly lead: string }> {
  const lead = await world.createLead({ email: "first@example.com" });
  await world.control("POST", "/clock/advance", { by: "PT1M" });
  answered(200, await world.control("POST", `/leads/${lead}/convert`));
  await world.control("POST", "/clock/advance", { by: "PT1M" });
  const path = `/plans/${ids.plan}/status`;
  answered(200, await world.control("POST", path, { status: "Completed" }));
  return { lead };
}

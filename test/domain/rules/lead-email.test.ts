import { describe, expect, it } from "vitest";

import { postLead } from "../../support/post-lead.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectRefused, expectStatus } from "./expected-status.ts";

/** Addresses that RFC 5321 and RFC 6531 allow but the stricter `html` syntax rejects. */
const wider = [
  "a%b@mail.example",
  "a&b@mail.example",
  "a/b@mail.example",
  "a=b@mail.example",
  "!#$*?^`{|}~@mail.example",
  "j\u00f6rg@mail.example",
  "\u7528\u6237@mail.example",
  "pia@b\u00fccher.example",
  "pia@\u4f8b\u5b50.\u5e7f\u544a",
  '"pia park"@mail.example',
  '"pia\\"park"@mail.example',
  "pia@[192.0.2.1]",
  "pia@[IPv6:2001:db8::1]",
];

/** Texts that no alternative accepts as an address. */
const never = [
  "pia",
  "pia@",
  "@mail.example",
  "pia@localhost",
  "pia@1.2.3.4",
  "pia park@mail.example",
  ".pia@mail.example",
  "pia.@mail.example",
  "pi..a@mail.example",
  "pia@-mail.example",
  "pia@mail..example",
  "pia@[300.0.0.1]",
  "pia@[IPv6:nonsense]",
  "pia@one@mail.example",
  "pia@mail.example,lea@mail.example",
  "pia@mail.example\r\nBcc: lea@mail.example",
  '"pia\u0000"@mail.example',
  "pia\ud800@mail.example",
];

describe("the syntax of email", () => {
  it.each(wider)("lead.email.syntax: 201 with %s as sent (7)", async (email) => {
    const reply = await postLead(await newWorld(), { email });
    expectStatus(reply, 201);
    expect(at(reply, "data.email")).toBe(email);
    expect(assumedRulesOf(reply)).toContain("lead.email.syntax");
  });

  it.each(wider)("lead.email.syntax [html]: 422 INVALID on email for %s (7)", async (email) => {
    const world = await newWorld({ assumptions: { "lead.email.syntax": "html" } });
    const reply = await postLead(world, { email });
    expectRefused(reply, "email", "INVALID");
    expect(assumedRulesOf(reply)).toContain("lead.email.syntax");
    expect(rulesOf(await postLead(world))).not.toContain("lead.email.syntax");
  });

  it.each(never)(
    "lead.email.format: 422 INVALID on email for %j, without an assumption (7)",
    async (email) => {
      const reply = await postLead(await newWorld(), { email });
      expectRefused(reply, "email", "INVALID");
      expect(rulesOf(reply)).toContain("lead.email.format");
      expect(rulesOf(reply)).not.toContain("lead.email.syntax");
    },
  );

  it.each(wider)(
    "lead.email.syntax: the client with %s signs up, which converts the Lead (3)",
    async (email) => {
      const world = await newWorld();
      const id = await world.createLead({ email });
      expectStatus(await world.control("POST", "/sign-ups", { email }), 201);
      const lead = await world.api("GET", `/v1/leads/${id}?scope=withDeleted`);
      expect(at(lead, "data.convertedAt")).toEqual(expect.any(String));
    },
  );

  it.each([
    { name: "letters of one octet", email: emailOf(254, "n"), longer: emailOf(255, "n") },
    {
      name: "letters of two octets",
      email: emailOf(254, "\u00f6"),
      longer: emailOf(256, "\u00f6"),
    },
  ])(
    "lead.email.length: 201 with 254 octets in $name, 422 INVALID with more (8)",
    async ({ email, longer }) => {
      const world = await newWorld();
      expectStatus(await postLead(world, { email }), 201);
      const refused = await postLead(world, { email: longer });
      expectRefused(refused, "email", "INVALID");
      expect(assumedRulesOf(refused)).toContain("lead.email.length");
    },
  );

  it("lead.email.length [320]: 201 with 320 octets, 422 INVALID with more (8)", async () => {
    const world = await newWorld({ assumptions: { "lead.email.length": "320" } });
    const longest = await postLead(world, { email: emailOf(320, "n") });
    expectStatus(longest, 201);
    expect(assumedRulesOf(longest)).toContain("lead.email.length");
    expectRefused(await postLead(world, { email: emailOf(321, "n") }), "email", "INVALID");
  });

  it("lead.email.length: 422 within three seconds for an invalid email of almost 1 MiB (8)", async () => {
    const world = await newWorld({ assumptions: { "lead.email.length": "320" } });
    const email = `${'"' + "\\a".repeat(300_000)}@${"b-".repeat(50_000)}`;
    const started = performance.now();
    expectRefused(await postLead(world, { email }), "email", "INVALID");
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("lead.email.syntax: 200 for a PATCH to such an email (4.1)", async () => {
    const world = await newWorld();
    const body = { email: "a%b@b\u00fccher.example" };
    const reply = await world.api("PATCH", `/v1/leads/${ids.activeLead}`, { body });
    expect(at(reply, "data.email")).toBe(body.email);
    expect(assumedRulesOf(reply)).toContain("lead.email.syntax");
  });
});

/** An address of that many octets. Its local part repeats `letter`. */
function emailOf(octets: number, letter: string): string {
  const local = letter.repeat(32 / Buffer.byteLength(letter));
  const rest = octets - 32 - "@.example".length;
  const labels = Array.from({ length: Math.ceil(rest / 60) }, (_, n) =>
    "n".repeat(Math.min(59, rest - n * 60)),
  );
  const email = `${local}@${labels.join(".")}.example`;
  return email.replace(/@n*/, (start) => start + "n".repeat(octets - Buffer.byteLength(email)));
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { environments } from "../../../src/domain/model/firm.ts";
import type { MailContent, OutboxMessage } from "../../../src/domain/model/mail.ts";
import { relayStates } from "../../../src/domain/model/mail.ts";
import type { MessageFilter } from "../../../src/world/store/outbox-filter.ts";
import { mayMatch } from "../../../src/world/store/outbox-filter.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { openStore } from "../../../src/world/store/store.ts";
import { sized } from "../../long/size.ts";
import { seeded } from "../../property/seeded.ts";

const brand = { firmId: "Firm0001", firmName: "Firm", colour: null, logo: null };
const contents = [
  { kind: "welcome", brand, firstName: "Ann", lastName: null, signUpUrl: "http://x.example" },
  {
    kind: "converted",
    brand,
    leadId: "Lead0001",
    clientName: "Ann",
    clientEmail: "ann@example.com",
    plans: [],
    unsubscribeUrl: "",
  },
] as const satisfies readonly MailContent[];

/**
 * Texts of few letters, so that substrings match. They include non-ASCII case pairs, SQL wildcards
 * and lone surrogates.
 */
const text = fc.string({
  unit: fc.constantFrom(
    "a",
    "A",
    "z",
    "Z",
    "É",
    "é",
    "ß",
    "İ",
    "%",
    "_",
    "'",
    "楓",
    "😀",
    "\ud83d",
    "\u0000",
  ),
  maxLength: 5,
});
const address = fc.string({
  unit: fc.constantFrom("a", "B", "é", "@", ".", "\u0000"),
  maxLength: 4,
});
const leadId = fc.constantFrom("Lead0001", "Lead0002", "lead0001");
const moment = fc.integer({ min: 1, max: 4 });

const message: fc.Arbitrary<Omit<OutboxMessage, "id">> = fc.record({
  environment: fc.constantFrom(...environments),
  to: fc.array(address, { maxLength: 2 }),
  subject: text,
  links: fc.constant([]),
  leadId: fc.option(leadId),
  planId: fc.constant(null),
  content: fc.constantFrom(...contents),
  at: moment,
  relay: fc.option(fc.constantFrom(...relayStates)),
  relayNote: fc.constant(null),
  isRead: fc.boolean(),
  cause: fc.constant(null),
});

const filter: fc.Arbitrary<MessageFilter> = fc.record(
  {
    to: address,
    kind: fc.constantFrom("welcome", "converted", "plan-updated"),
    subject: text,
    leadId,
    environment: fc.constantFrom(...environments),
    since: moment,
    relay: fc.constantFrom(...relayStates),
    isRead: fc.boolean(),
    ids: fc.uniqueArray(fc.constantFrom("Mail0", "Mail1", "Mail2")).map((ids) => new Set(ids)),
  },
  { requiredKeys: [] },
);

describe("a single message of the outbox", () => {
  it("matches any filter that it matches in a list", () => {
    const property = fc.property(
      fc.array(message, { minLength: 1, maxLength: 4 }),
      fc.array(filter, { minLength: 1, maxLength: 8 }),
      (messages, filters) => {
        using outbox = outboxOf(messages);
        for (const one of filters) {
          const found = outbox.list(one);
          expect(outbox.all().flatMap(({ id }) => outbox.matching(id, one) ?? [])).toEqual(found);
          for (const { to, content } of found) {
            expect(mayMatch(one, { to: [...to], kind: content.kind })).toBe(true);
          }
        }
      },
    );
    fc.assert(property, seeded(sized(40, 100)));
  });
});

describe("mayMatch", () => {
  const mail = { to: ["Maya@example.com"], kind: "welcome" };

  it.each([
    ["another recipient", { to: "noah@example.com" }],
    ["another kind", { kind: "converted" }],
  ] as const)("is false for %s, so that a waiting call needs no statement", (_, one) => {
    expect(mayMatch(one, mail)).toBe(false);
  });

  it.each([
    ["a part of a recipient in other letters", { to: "maya@EXAMPLE" }, mail],
    ["what the event does not say", { subject: "Welcome", leadId: "Lead0001" }, mail],
    ["an event without recipient and kind", { to: "noah@example.com", kind: "converted" }, {}],
  ] as const)("is true for %s", (_, one, data) => {
    expect(mayMatch(one, data)).toBe(true);
  });
});

function outboxOf(messages: readonly Omit<OutboxMessage, "id">[]) {
  const store: Store = openStore({ kind: "memory" });
  const { outbox } = store;
  for (const [index, one] of messages.entries()) {
    outbox.insert(index + 1, { ...one, id: `Mail${index}` });
  }
  const list = (one: MessageFilter) => outbox.list(one, { limit: 100, offset: 0 }).rows;
  const matching = (id: string, one: MessageFilter) => outbox.matching(id, one);
  return { list, matching, all: () => list({}), [Symbol.dispose]: () => store.close() };
}

describe("find in the outbox", () => {
  it("returns a message that was just inserted as it is stored", () => {
    const property = fc.property(message, (one) => {
      const store = openStore({ kind: "memory" });
      const { outbox } = store;
      const subject = one.subject.toWellFormed();
      outbox.insert(1, { ...one, subject, id: "Mail0" });
      const inserted = outbox.find("Mail0");
      outbox.markRead(["Mail0"], one.isRead);
      const read = outbox.find("Mail0");
      store.close();
      expect(read).not.toBe(inserted);
      expect(read).toEqual(inserted);
    });
    fc.assert(property, seeded(sized(40, 100)));
  });

  it("drops an inserted message when its transaction is rolled back", () => {
    const store = openStore({ kind: "memory" });
    const { outbox } = store;
    const [made] = fc.sample(message, { ...seeded(1), numRuns: 1 });
    if (made === undefined) throw new Error("No message was made.");
    const failing = (): void => {
      outbox.insert(1, { ...made, id: "Mail0" });
      expect(outbox.find("Mail0")).not.toBeNull();
      throw new Error("No.");
    };
    expect(() => store.transaction(failing)).toThrow("No.");
    expect(outbox.find("Mail0")).toBeNull();
    store.close();
  });
});

import { describe, expect, it } from "vitest";

import { matching } from "../../../src/server/mailpit/mailbox-search.ts";
import { mailboxEntry, newKnownSizes } from "../../../src/server/mailpit/mailbox.ts";
import { readSearch } from "../../../src/server/mailpit/search.ts";
import { aWelcome, captured } from "../../world/mail/samples.ts";

const sender = { domain: "lead-sandbox.example", workspaceId: "default" };
const firm = { name: "Harbour Point Financial", logo: null };
const lead = { email: "ana.alba@client.example", firstName: "Ana", lastName: "Alba" };
const messages = ["one", "two"].map((id) => captured(aWelcome({ firm, lead }), { id }));

describe("a search of many conditions", () => {
  it.each([
    { kind: "words", query: "a e i o n t r ".repeat(10) },
    { kind: "phrases and exclusions", query: '"a" !qq -zz '.repeat(10) },
    { kind: "unknown filters", query: "-y:2 !z:3 !w:4 ".repeat(10) },
    { kind: "sizes that are none", query: "!larger:x !smaller:y ".repeat(8) },
  ])("prepares the text of a mail once for all $kind", async ({ query }) => {
    const calls: string[] = [];
    const entries = messages
      .map((message) => mailboxEntry(message, sender, newKnownSizes()))
      .map((entry) => ({
        ...entry,
        shownText(options: { readonly withLinks: boolean }) {
          calls.push(entry.message.id);
          return entry.shownText(options);
        },
      }));
    const search = readSearch(query, "UTC");
    for await (const _ of matching(entries, search));
    expect(calls).toEqual([...new Set(calls)]);
    expect(calls).not.toEqual([]);
  });
});

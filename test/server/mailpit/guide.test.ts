import { readFileSync } from "node:fs";

import { MailpitClient } from "mailpit-api";
import { describe, expect, it } from "vitest";

import { unsupportedCalls } from "../../../src/server/mailpit/unsupported-calls.ts";
import { sectionOf } from "../../support/markdown.ts";
import { newServedMailbox } from "./served-mailbox.ts";

const guide = sectionOf("docs/mail.md", "Mailpit without Mailpit");

describe("docs/mail.md", () => {
  it("has examples that all run as written", () => {
    const own = withoutLayout(readFileSync("test/server/mailpit/guide.test.ts", "utf8"));
    const blocks = Array.from(guide.matchAll(/```ts\n([^]*?)\n```/g), ([, block = ""]) =>
      block
        .replaceAll(/^import .*\n/gm, "")
        .replace('"http://127.0.0.1:4610/_sandbox/mailpit"', "base"),
    );
    expect(blocks).toHaveLength(1);
    expect(blocks.filter((block) => !own.includes(withoutLayout(block)))).toEqual([]);
  });

  it("has an example that waits for an invitation", async () => {
    const { base, createLead: create } = await newServedMailbox();
    const createLead = (email: string): Promise<string> => create(email, { firstName: "Maya" });
    const mailpit = new MailpitClient(base);
    const invitation = mailpit.waitForMessage({ query: "to:maya@example.com subject:invites" });
    await createLead("maya@example.com");
    const { Text } = await invitation;
    expect(Text).toContain("Hello Maya");
    await mailpit.deleteMessages();
    expect((await mailpit.listMessages()).total).toBe(0);
  });

  it("lists every unsupported call", () => {
    const rows = guide.split("\n").filter((line) => line.startsWith("|"));
    const expected = unsupportedCalls.filter(({ method, path }) =>
      rows.some(
        (row) => row.includes(method) && row.includes(path.replace(/.*(?=\/\w+-check)/, "")),
      ),
    );
    expect(expected).toEqual(unsupportedCalls);
  });

  it.each([
    "to",
    "from",
    "addressed",
    "cc",
    "bcc",
    "reply-to",
    "subject",
    "message-id",
    "tag",
    "is:read",
    "is:unread",
    "is:tagged",
    "has:inline",
    "has:attachment",
    "after",
    "before",
    "larger",
    "smaller",
  ])("documents the filter %s", (name) => {
    expect(guide).toContain(name.includes(":") ? `\`${name}\`` : `\`${name}:\``);
  });
});

/** Code without line breaks and indentation. */
function withoutLayout(code: string): string {
  return code.replaceAll(/\s+/g, "").replaceAll(/,(?=[)}\]])/g, "");
}

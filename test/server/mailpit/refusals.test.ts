import { describe, expect, it } from "vitest";

import { json, newServedMailbox, recipients } from "./served-mailbox.ts";
import type { ServedMailbox } from "./served-mailbox.ts";

async function withOneMail(): Promise<ServedMailbox> {
  const mailbox = await newServedMailbox();
  await mailbox.invite("ana@client.example");
  return mailbox;
}

/** Checks that the mail is still there and unread. */
async function expectUntouched({ mailpit }: ServedMailbox): Promise<void> {
  const list = await mailpit.listMessages();
  expect(recipients(list)).toEqual(["ana@client.example"]);
  expect(list.unread).toBe(1);
}

const unreadable = [
  { name: "a JSON array", init: json(["some-id"]), says: "is not a JSON object" },
  { name: "null", init: json(null), says: "is not a JSON object" },
  { name: "a text", init: json("all"), says: "is not a JSON object" },
  {
    name: "half a body",
    init: { ...json({}), body: '{"IDs":["some' },
    says: "is not JSON",
  },
  {
    name: "a form",
    init: { body: new URLSearchParams({ IDs: "some-id" }) },
    says: "is not sent as application/json",
  },
  {
    name: "plain text, as any web page may send it",
    init: { body: "{}", headers: { "content-type": "text/plain" } },
    says: "is not sent as application/json",
  },
  { name: "IDs that are not a list", init: json({ IDs: "some-id" }), says: "expected array" },
  { name: "IDs that are null", init: json({ IDs: null }), says: "expected array" },
  { name: "ids that are not strings", init: json({ IDs: [7] }), says: "expected string" },
];

const unknownName = {
  name: "an invalid name",
  init: json({ ID: "some-id" }),
  says: 'Unrecognized key: "id"',
};

describe("DELETE api/v1/messages", () => {
  it.each([...unreadable, unknownName])(
    "400 and deletes nothing for $name",
    async ({ init, says }) => {
      const mailbox = await withOneMail();
      const answer = await mailbox.ask("DELETE", "/api/v1/messages", init);
      expect(answer).toMatchObject({ status: 400, mediaType: "text/plain" });
      expect(answer.text).toContain("Nothing was done: ");
      expect(answer.text).toContain(says);
      await expectUntouched(mailbox);
    },
  );

  it("413 and deletes nothing for a large body", async () => {
    const mailbox = await withOneMail();
    const ids = Array.from({ length: 300_000 }, (_, index) => `${index}-${"x".repeat(24)}`);
    const answer = await mailbox.ask("DELETE", "/api/v1/messages", json({ IDs: ids }));
    expect(answer.status).toBe(413);
    await expectUntouched(mailbox);
  });

  it("200 for more ids than one SQL statement accepts, and deletes only those", async () => {
    const mailbox = await withOneMail();
    const ids = Array.from({ length: 40_000 }, (_, index) => `none${index}`);
    expect((await mailbox.ask("DELETE", "/api/v1/messages", json({ IDs: ids }))).status).toBe(200);
    await expectUntouched(mailbox);
  });

  it("200 for ids in lower case, which Mailpit accepts", async () => {
    const mailbox = await withOneMail();
    const answer = await mailbox.ask("DELETE", "/api/v1/messages", json({ ids: ["nobody"] }));
    expect(answer).toMatchObject({ status: 200, text: "ok" });
    await expectUntouched(mailbox);
  });
});

describe("PUT api/v1/messages", () => {
  it.each([
    ...unreadable,
    { name: "no body", init: {}, says: "there is no body" },
    { name: "a Read that is not a boolean", init: json({ Read: "yes" }), says: "expected boolean" },
  ])("400 and marks nothing for $name", async ({ init, says }) => {
    const mailbox = await withOneMail();
    const answer = await mailbox.ask("PUT", "/api/v1/messages", init);
    expect(answer).toMatchObject({ status: 400, mediaType: "text/plain" });
    expect(answer.text).toContain(says);
    await expectUntouched(mailbox);
  });

  it("400 and marks nothing for a search that is too long", async () => {
    const mailbox = await withOneMail();
    const body = json({ Search: "a ".repeat(2_000), Read: true });
    const answer = await mailbox.ask("PUT", "/api/v1/messages", body);
    expect(answer).toMatchObject({ status: 400, mediaType: "text/plain" });
    expect(answer.text).toContain("has 4,000 characters. Expected at most 200");
    await expectUntouched(mailbox);
  });

  it("400 and marks nothing for ids and a search together", async () => {
    const mailbox = await withOneMail();
    const body = { IDs: ["nobody"], Search: "to:ana", Read: true };
    const answer = await mailbox.ask("PUT", "/api/v1/messages", json(body));
    expect(answer).toMatchObject({
      status: 400,
      text: "You may specify either IDs or a search query, not both.",
    });
    await expectUntouched(mailbox);
  });
});

const tooLong = "has 201 characters. Expected at most 200";

describe("an invalid parameter", () => {
  const invalid = [
    { path: "/api/v1/messages?start=-1", says: 'The parameter start is "-1".' },
    { path: "/api/v1/messages?limit=ten", says: 'The parameter limit is "ten".' },
    { path: "/api/v1/messages?limit=1.5", says: 'The parameter limit is "1.5".' },
    { path: "/api/v1/messages?start=99999999999", says: 'The parameter start is "99999999999".' },
    { path: "/api/v1/search?query=x&limit=1e3", says: 'The parameter limit is "1e3".' },
    { path: "/api/v1/search", says: "Error: no search query." },
    { path: "/api/v1/search?query=%20", says: "Error: no search query." },
    { path: "/api/v1/search?query=after:yesterday", says: 'The date "yesterday"' },
    { path: "/api/v1/search?query=before:2026-02-30", says: 'The date "2026-02-30"' },
    { path: "/api/v1/search?query=before:2026-13-01", says: 'The date "2026-13-01"' },
    { path: "/api/v1/search?query=after:02/03/2026", says: 'The date "02/03/2026"' },
    { path: "/api/v1/search?query=after:2026-03-02T25:00", says: 'The date "2026-03-02t25:00"' },
    { path: "/api/v1/search?query=x&tz=Moon/Sea", says: 'The time zone "Moon/Sea" is not known.' },
    { path: "/api/v1/message/latest?query=after:never", says: 'The date "never"' },
    { path: `/api/v1/search?query=${"a+".repeat(100)}b`, says: tooLong },
    { path: `/api/v1/search?query=${"-tag:x+".repeat(40)}`, says: "has 280 characters." },
    { path: `/api/v1/message/latest?query=${"x".repeat(201)}`, says: tooLong },
    { path: `/view/latest.html?query=${"x".repeat(201)}`, says: tooLong },
  ];

  it("400 in plain text", async () => {
    const { ask } = await withOneMail();
    for (const { path, says } of invalid) {
      // oxlint-disable-next-line no-await-in-loop -- one answer at a time
      const { status, mediaType, text } = await ask("GET", path);
      expect({ path, status, mediaType }).toEqual({ path, status: 400, mediaType: "text/plain" });
      expect(`${path}: ${text}`).toContain(says);
    }
  });

  it.each(["before", "since", "until"])("501 for %s, which a search supports", async (name) => {
    const { ask } = await withOneMail();
    const answer = await ask("GET", `/api/v1/messages?${name}=2026-03-02`);
    expect(answer).toMatchObject({ status: 501, mediaType: "text/plain" });
    expect(answer.text).toContain("query=after:");
  });

  it("200 for a search of 200 characters", async () => {
    const { ask } = await withOneMail();
    const query = "a+".repeat(99);
    expect(await ask("GET", `/api/v1/search?query=${query}bc`)).toMatchObject({ status: 200 });
  });

  const much = `?query=${"a+".repeat(100)}b`;
  it.each(["", "?query=", "?query=after:never", "?query=ana&tz=Moon/Sea", much])(
    "400 and deletes nothing for DELETE api/v1/search%s",
    async (query) => {
      const mailbox = await withOneMail();
      expect((await mailbox.ask("DELETE", `/api/v1/search${query}`)).status).toBe(400);
      await expectUntouched(mailbox);
    },
  );
});

describe("an unknown path", () => {
  const unknown = [
    { method: "GET", path: "/api/v1/message/nobody" },
    { method: "GET", path: "/api/v1/message/nobody/headers" },
    { method: "GET", path: "/api/v1/message/nobody/raw" },
    { method: "GET", path: "/api/v1/message/nobody/part/1" },
    { method: "GET", path: "/api/v1/message/latest/part/1" },
    { method: "GET", path: "/view/nobody.html" },
    { method: "GET", path: "/view/nobody.txt" },
    { method: "GET", path: "/api/v1/nowhere" },
    { method: "GET", path: "/api/v2/messages" },
  ];
  const unsupported = [
    { method: "GET", path: "", use: "api/v1/messages" },
    { method: "GET", path: "/", use: "view/{ID}.html" },
    { method: "GET", path: "/view/latest", use: "view/{ID}.html" },
    { method: "POST", path: "/api/v1/send", use: "Create a Lead" },
    { method: "POST", path: "/api/v1/message/latest/release", use: "LEAD_SANDBOX_SMTP_URL" },
    { method: "GET", path: "/api/v1/message/latest/html-check", use: "LEAD_SANDBOX_SMTP_URL" },
    { method: "GET", path: "/api/v1/message/latest/link-check", use: "LEAD_SANDBOX_SMTP_URL" },
    { method: "GET", path: "/api/v1/message/latest/sa-check", use: "LEAD_SANDBOX_SMTP_URL" },
    { method: "GET", path: "/api/v1/message/latest/part/2.2/thumb", use: "part/{PartID}" },
    { method: "PUT", path: "/api/v1/tags", use: "by workspace" },
    { method: "PUT", path: "/api/v1/tags/vip", use: "by workspace" },
    { method: "DELETE", path: "/api/v1/tags/vip", use: "by workspace" },
    { method: "GET", path: "/api/v1/chaos", use: "/_sandbox/faults" },
    { method: "PUT", path: "/api/v1/chaos", use: "/_sandbox/faults" },
  ];

  it("404 page not found, and no effect", async () => {
    const mailbox = await withOneMail();
    for (const { method, path } of unknown) {
      // oxlint-disable-next-line no-await-in-loop -- one answer at a time
      const { status, mediaType, text } = await mailbox.ask(method, path);
      expect({ path, status, mediaType }).toEqual({ path, status: 404, mediaType: "text/plain" });
      expect(text).toMatch(/^404 page not found/);
    }
    await expectUntouched(mailbox);
  });

  it("501 with an alternative for what Mailpit can do, and no effect", async () => {
    const mailbox = await withOneMail();
    for (const { method, path, use } of unsupported) {
      // oxlint-disable-next-line no-await-in-loop -- one answer at a time
      const { status, mediaType, text } = await mailbox.ask(method, path);
      expect({ path, status, mediaType }).toEqual({ path, status: 501, mediaType: "text/plain" });
      expect(`${path}: ${text}`).toContain(use);
    }
    await expectUntouched(mailbox);
  });
});

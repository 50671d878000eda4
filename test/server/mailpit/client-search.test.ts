import { describe, expect, it } from "vitest";

import { newServedMailbox, recipients, withTwoMails } from "./served-mailbox.ts";

describe("searchMessages", () => {
  it("distinguishes the number of matches from the number of messages", async () => {
    const { mailpit } = await withTwoMails();
    const found = await mailpit.searchMessages({ query: "to:ana@client.example" });
    expect(recipients(found)).toEqual(["ana@client.example"]);
    expect(found).toMatchObject({ total: 2, unread: 2, messages_count: 1, messages_unread: 1 });
  });

  it.each([
    { start: 0, limit: 1, found: ["bo@client.example"] },
    { start: 1, limit: 1, found: ["ana@client.example"] },
    { start: 2, limit: 1, found: [] },
    { start: 0, limit: 0, found: [] },
  ])("from $start at most $limit: $found", async ({ start, limit, found }) => {
    const { mailpit } = await withTwoMails();
    const list = await mailpit.searchMessages({ query: "client.example", start, limit });
    expect(recipients(list)).toEqual(found);
    expect(list).toMatchObject({ start, count: found.length, messages_count: 2 });
  });
});

describe("a search in an outbox", () => {
  it.each([
    { query: "to:ana@client.example", finds: ["ana@client.example"] },
    { query: 'subject:"you to sign"', finds: ["bo@client.example", "ana@client.example"] },
    { query: "-to:ana@client.example", finds: ["bo@client.example"] },
  ])("$query finds $finds", async ({ query, finds }) => {
    const { mailpit } = await withTwoMails();
    expect(recipients(await mailpit.searchMessages({ query }))).toEqual(finds);
  });

  it("interprets dates by the workspace's clock, in the time zone of the call", async () => {
    const { mailpit, workspace, invite } = await withTwoMails();
    await workspace.clock.advance("PT1H");
    await invite("cy@client.example");
    const search = { query: 'after:"2026-03-02 11:00"', tz: "Europe/Zurich" };
    expect(recipients(await mailpit.searchMessages(search))).toEqual(["cy@client.example"]);
    await mailpit.setReadStatus({ Search: search.query, Read: true }, { tz: search.tz });
    expect((await mailpit.searchMessages({ query: "is:read" })).messages_count).toBe(1);
    await mailpit.deleteMessagesBySearch(search);
    expect((await mailpit.listMessages()).total).toBe(2);
  });

  it("finds, marks and deletes more than a page of mail", async () => {
    const { mailpit, invite } = await newServedMailbox();
    for (let number = 0; number < 60; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await invite(`lead${number}@many.example`);
    }
    await invite("ana@client.example");
    const query = "to:many.example";
    const list = await mailpit.searchMessages({ query });
    expect(list).toMatchObject({ total: 61, count: 50, messages_count: 60 });
    await mailpit.setReadStatus({ Search: query, Read: true });
    expect((await mailpit.getInfo()).Unread).toBe(1);
    await mailpit.deleteMessagesBySearch({ query });
    expect(recipients(await mailpit.listMessages())).toEqual(["ana@client.example"]);
  });
});

describe("setReadStatus", () => {
  it.each([
    { name: "all of them", chosen: "all", unread: 0 },
    { name: "all of them for an empty list", chosen: "none", unread: 0 },
    { name: "those with the ids", chosen: "ids", unread: 1 },
    { name: "the matches of a search", chosen: "search", unread: 1 },
  ])("marks $name, and back again", async ({ chosen, unread }) => {
    const { mailpit } = await withTwoMails();
    const [newest] = (await mailpit.listMessages()).messages;
    const which = {
      all: {},
      none: { IDs: [] },
      ids: { IDs: [newest?.ID ?? ""] },
      search: { Search: "to:bo" },
    }[chosen];
    expect(await mailpit.setReadStatus({ ...which, Read: true })).toBe("ok");
    expect((await mailpit.listMessages()).unread).toBe(unread);
    expect(await mailpit.setReadStatus({ ...which })).toBe("ok");
    expect((await mailpit.listMessages()).unread).toBe(2);
  });
});

describe("deleteMessages and deleteMessagesBySearch", () => {
  it("delete the given ids, and ignore an unknown one", async () => {
    const { mailpit } = await withTwoMails();
    const [newest] = (await mailpit.listMessages()).messages;
    expect(await mailpit.deleteMessages({ IDs: [newest?.ID ?? "", "nobody"] })).toBe("ok");
    expect(recipients(await mailpit.listMessages())).toEqual(["ana@client.example"]);
  });

  it("delete the matches of a search", async () => {
    const { mailpit } = await withTwoMails();
    expect(await mailpit.deleteMessagesBySearch({ query: "to:ana" })).toBe("ok");
    expect(recipients(await mailpit.listMessages())).toEqual(["bo@client.example"]);
  });

  it.each([undefined, {}, { IDs: [] }])("delete everything for %j", async (body) => {
    const { mailpit } = await withTwoMails();
    expect(await mailpit.deleteMessages(body)).toBe("ok");
    expect((await mailpit.listMessages()).total).toBe(0);
  });
});

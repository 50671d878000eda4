import { describe, expect, it } from "vitest";

import { askAt, json, newServedMailbox } from "./served-mailbox.ts";

/** The requests of cypress-mailpit 2.0. Its URLs of pages have a double slash after the base URL. */
const requests = (base: string, id: string) =>
  ({
    mailpitGetAllMails: ["GET", `${base}/api/v1/messages?start=0&limit=50`],
    mailpitGetMail: ["GET", `${base}/api/v1/message/latest`],
    mailpitSearchEmails: [
      "GET",
      `${base}/api/v1/search?query=to%3Aana%40client.example&start=0&limit=50`,
    ],
    mailpitGetEmailsBySubject: [
      "GET",
      `${base}/api/v1/search?query=subject%3Ainvites&start=0&limit=50`,
    ],
    mailpitGetMailHTMlBody: ["GET", `${base}//view/${id}.html`],
    mailpitGetMailTextBody: ["GET", `${base}//view/${id}.txt`],
    mailpitSetAllEmailStatusAsRead: [
      "PUT",
      `${base}/api/v1/messages`,
      json({ IDs: [], Read: true }),
    ],
    mailpitSetStatusAsUnRead: ["PUT", `${base}/api/v1/messages`, json({ IDs: [id], Read: false })],
    mailpitDeleteEmailsBySearch: ["DELETE", `${base}/api/v1/search?query=subject%3Ainvites`],
    mailpitDeleteAllEmails: ["DELETE", `${base}/api/v1/messages`],
  }) as const;

/** A part of each answer, and the number of all and of unread mails after it. */
const expected = [
  { name: "mailpitGetAllMails", holds: '"messages_count":1', mails: 1, unread: 1 },
  { name: "mailpitGetMail", holds: '"Text":"Welcome', mails: 1, unread: 0 },
  { name: "mailpitSearchEmails", holds: '"messages_count":1', mails: 1, unread: 1 },
  { name: "mailpitGetEmailsBySubject", holds: '"messages_count":1', mails: 1, unread: 1 },
  { name: "mailpitGetMailHTMlBody", holds: "<h1", mails: 1, unread: 0 },
  { name: "mailpitGetMailTextBody", holds: "Hello Lena Lind,\r\n", mails: 1, unread: 0 },
  { name: "mailpitSetAllEmailStatusAsRead", holds: "ok", mails: 1, unread: 0 },
  { name: "mailpitSetStatusAsUnRead", holds: "ok", mails: 1, unread: 1 },
  { name: "mailpitDeleteEmailsBySearch", holds: "ok", mails: 0, unread: 0 },
  { name: "mailpitDeleteAllEmails", holds: "ok", mails: 0, unread: 0 },
] as const;

describe("the requests of cypress-mailpit", () => {
  it("are all listed here", () => {
    expect(expected.map(({ name }) => name)).toEqual(Object.keys(requests("", "")));
  });

  it.each(expected)("$name gets the answer of Mailpit", async ({ name, holds, mails, unread }) => {
    const { base, mailpit, invite } = await newServedMailbox();
    await invite("ana@client.example");
    const [mail] = (await mailpit.listMessages()).messages;
    const [method, url, init = {}] = requests(base, mail?.ID ?? "")[name];
    const answer = await askAt(url, { ...init, method });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(holds);
    expect(await mailpit.listMessages()).toMatchObject({ total: mails, unread });
  });

  it("work with a base URL that ends in a slash", async () => {
    const { base, invite } = await newServedMailbox();
    await invite("ana@client.example");
    const answer = await askAt(`${base}//api/v1/messages?start=0&limit=50`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"messages_count":1');
  });
});

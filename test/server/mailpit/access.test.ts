import { describe, expect, it } from "vitest";

import { exchange, listening } from "../../network/http/client.ts";
import { isRemote } from "../../support/target.ts";
import { ids } from "../../support/world.ts";
import { askAt, json, mailpitAt, newServedMailbox, recipients } from "./served-mailbox.ts";

const person = { email: "ana@client.example", firstName: "Ana", lastName: "Alba" };
const token = "s3cret";
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** A sandbox of this process with a token, and one mail in its default workspace. */
async function guarded() {
  const target = await listening({ controlToken: token });
  await target.api({ method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads`, body: person });
  return { ...target, base: `${target.url}/_sandbox/mailpit` };
}

const calls = [
  { method: "GET", path: "/api/v1/messages" },
  { method: "GET", path: "/api/v1/message/latest" },
  { method: "GET", path: "/view/latest.html" },
  { method: "GET", path: "//view/latest.html" },
  { method: "GET", path: "/api/v1/nowhere" },
  { method: "POST", path: "/api/v1/send" },
  { method: "DELETE", path: "/api/v1/messages" },
  { method: "PUT", path: "/api/v1/messages" },
];

// These sandboxes run in this process.
describe.skipIf(isRemote)("the Mailpit API of a sandbox", () => {
  it.each(calls)("401 without the token: $method $path", async ({ method, path }) => {
    const { base } = await guarded();
    const answer = await askAt(base + path, { method });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain("Ana");
    const mailpit = mailpitAt(base, { auth: { username: "any", password: token } });
    expect((await mailpit.listMessages()).unread).toBe(1);
  });

  it("200 with the token in the forms that a Mailpit client sends: as a password, or as a header", async () => {
    const { base } = await guarded();
    const password = mailpitAt(base, { auth: { username: "tester", password: token } });
    expect((await password.listMessages()).total).toBe(1);
    const headers = { authorization: `Bearer ${token}` };
    expect((await mailpitAt(base, { fetchOptions: { headers } }).listMessages()).total).toBe(1);
  });

  it.each([
    basic("tester", "wrong"),
    basic(token, ""),
    basic("tester", `${token}x`),
    `Basic ${token}`,
    "Basic",
    `Digest ${token}`,
  ])("401 for %s", async (authorization) => {
    const { base } = await guarded();
    const answer = await askAt(`${base}/api/v1/messages`, { headers: { authorization } });
    expect(answer.status).toBe(401);
  });

  it.each(
    calls.flatMap((call) => [
      { ...call, headers: { origin: "https://evil.example" } },
      { ...call, headers: { host: "evil.example" } },
    ]),
  )("403 for $method $path with $headers", async ({ method, path, headers }) => {
    const { url } = await guarded();
    const answer = await exchange(url, {
      method,
      path: `/_sandbox/mailpit${path}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    expect(answer).toMatchObject({ status: 403 });
  });
});

describe("a Mailpit mailbox of a workspace", () => {
  it("contains only its own mail, for any call", async () => {
    const { client, mailpit, url, invite, base } = await newServedMailbox();
    await invite("ana@client.example");
    const [mail] = (await mailpit.listMessages()).messages;
    const id = mail?.ID ?? "";
    const other = await client.workspaces.create({});
    const otherBase = `${url}/_sandbox/workspaces/${other.id}/mailpit`;
    const stranger = mailpitAt(otherBase);
    expect((await stranger.listMessages()).messages).toEqual([]);
    expect((await stranger.searchMessages({ query: "ana" })).messages).toEqual([]);
    expect(await stranger.getTags()).toEqual([]);
    for (const path of ["", "/raw", "/headers", "/part/2.2"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await askAt(`${otherBase}/api/v1/message/${id}${path}`)).status).toBe(404);
    }
    expect((await askAt(`${otherBase}/view/${id}.html`)).status).toBe(404);
    await stranger.setReadStatus({ IDs: [id], Read: true });
    await stranger.setReadStatus({ Read: true });
    await stranger.deleteMessages({ IDs: [id] });
    await stranger.deleteMessagesBySearch({ query: "ana" });
    await stranger.deleteMessages();
    expect(await mailpit.listMessages()).toMatchObject({ total: 1, unread: 1 });
    await client.workspaces.drop(other.id);
    expect(await askAt(`${otherBase}/api/v1/messages`)).toMatchObject({
      status: 404,
      mediaType: "text/plain",
      text: expect.stringContaining(`there is no workspace "${other.id}"`),
    });
    expect((await askAt(`${base}/api/v1/messages`)).status).toBe(200);
  });

  it("works in a workspace named mailpit", async () => {
    const { client, url } = await newServedMailbox();
    const made = await client.workspaces.create({ id: "mailpit" });
    const base = `${url}/_sandbox/workspaces/mailpit/mailpit`;
    const label = (await mailpitAt(base).getConfiguration()).Label;
    await client.workspaces.drop(made.id);
    expect(label).toBe("lead-sandbox: mailpit");
  });

  it("is not at _sandbox/mailpit unless it is that of the default workspace", async () => {
    const { url, invite } = await newServedMailbox();
    const plain = mailpitAt(`${url}/_sandbox/mailpit/`);
    expect((await plain.getConfiguration()).Label).toBe("lead-sandbox: default");
    const before = (await plain.listMessages()).total;
    await invite("ana@client.example");
    expect((await plain.listMessages()).total).toBe(before);
  });

  it("shares its mail with the outbox: a deletion in one affects the other", async () => {
    const { mailpit, workspace, invite } = await newServedMailbox();
    await invite("ana@client.example");
    await invite("bo@client.example");
    const [bo] = (await mailpit.listMessages()).messages;
    await mailpit.deleteMessages({ IDs: [bo?.ID ?? ""] });
    const left = await workspace.emails.list();
    expect(left.data.map(({ to }) => to)).toEqual([["ana@client.example"]]);
    await workspace.reset();
    expect((await mailpit.listMessages()).total).toBe(0);
  });

  it("has the size of its current mail, also after a reset reused an id", async () => {
    const { mailpit, workspace, invite } = await newServedMailbox();
    await invite("ana@client.example");
    const [first] = (await mailpit.listMessages()).messages;
    await workspace.reset();
    await invite("ana.with.a.longer.name@client.example");
    const [second] = (await mailpit.listMessages()).messages;
    expect(second?.ID).toBe(first?.ID);
    expect(second?.Size).toBe((await mailpit.getMessageSource()).length);
    expect(second?.Size).not.toBe(first?.Size);
    expect(recipients(await mailpit.listMessages())).toEqual([
      "ana.with.a.longer.name@client.example",
    ]);
  });

  it("404 when it is dropped before the body arrived, without a deletion elsewhere", async () => {
    const { client, url, mailpit, invite } = await newServedMailbox();
    await invite("ana@client.example");
    const other = await client.workspaces.create({});
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const answer = fetch(`${url}/_sandbox/workspaces/${other.id}/mailpit/api/v1/messages`, {
      ...json({}),
      method: "DELETE",
      body: body.readable,
      duplex: "half",
    });
    await writer.write(new TextEncoder().encode("{"));
    await client.workspaces.drop(other.id);
    await writer.write(new TextEncoder().encode("}"));
    await writer.close();
    expect((await answer).status).toBe(404);
    expect((await mailpit.listMessages()).total).toBe(1);
  });
});

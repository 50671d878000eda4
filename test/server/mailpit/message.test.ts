import { createHash } from "node:crypto";

import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";

import { ids } from "../../support/world.ts";
import type { ServedMailbox } from "./served-mailbox.ts";
import { newServedMailbox } from "./served-mailbox.ts";

/** A PNG of one red pixel. */
const logo =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const logoBytes = Buffer.from(logo.split(",")[1] ?? "", "base64");
const from = {
  Name: "Harbour Point Financial via Lead Sandbox",
  Address: "no-reply@lead-sandbox.example",
};

async function withLogo(): Promise<ServedMailbox> {
  const mailbox = await newServedMailbox();
  const world = await mailbox.workspace.state.get();
  const firms = world.firms?.map((firm) => ({ ...firm, logo })) ?? [];
  await mailbox.workspace.state.put({ ...world, firms });
  return mailbox;
}

describe("a message in a list", () => {
  it("has every field of Mailpit, and no others", async () => {
    const { mailpit, invite, id } = await newServedMailbox();
    await invite("ana@client.example");
    const [shown] = (await mailpit.listMessages()).messages;
    const source = await mailpit.getMessageSource();
    expect(shown).toEqual({
      ID: expect.stringMatching(/^[\w-]+$/),
      MessageID: `${shown?.ID}.${id}@lead-sandbox.example`,
      Read: false,
      From: from,
      To: [{ Name: "", Address: "ana@client.example" }],
      Cc: null,
      Bcc: null,
      ReplyTo: null,
      Subject: "Harbour Point Financial invites you to sign up",
      Created: "2026-03-02T09:00:00Z",
      Username: "",
      Tags: [id],
      Size: source.length,
      Attachments: 0,
      Snippet: expect.stringMatching(/^Harbour Point Financial has introduced you\. .*\.\.\.$/),
    });
  });

  it("has the time of the workspace's clock, to the millisecond", async () => {
    const { mailpit, invite, workspace } = await newServedMailbox();
    await workspace.clock.advance({ to: "2026-03-02T09:00:07.120Z" });
    await invite("ana@client.example");
    const [shown] = (await mailpit.listMessages()).messages;
    expect(shown?.Created).toBe("2026-03-02T09:00:07.12Z");
    expect((await mailpit.getMessageSummary()).Date).toBe("2026-03-02T09:00:07Z");
  });
});

describe("a message", () => {
  it("has every field of Mailpit, and no others", async () => {
    const { mailpit, invite, id, workspace } = await newServedMailbox();
    await invite("ana@client.example");
    const shown = await mailpit.getMessageSummary();
    const kept = await workspace.emails.get(shown.ID);
    const source = await mailpit.getMessageSource();
    expect(shown).toEqual({
      ID: expect.stringMatching(/^[\w-]+$/),
      MessageID: `${shown.ID}.${id}@lead-sandbox.example`,
      From: from,
      To: [{ Name: "", Address: "ana@client.example" }],
      Cc: [],
      Bcc: [],
      ReplyTo: [],
      ReturnPath: from.Address,
      Subject: "Harbour Point Financial invites you to sign up",
      ListUnsubscribe: { Header: "", Links: [], Errors: "", HeaderPost: "" },
      Date: "2026-03-02T09:00:00Z",
      Tags: [id],
      Username: "",
      Text: kept.text.replaceAll("\n", "\r\n"),
      HTML: kept.html.replace(/\r?\n/g, "\r\n"),
      Size: source.length,
      Inline: [],
      Attachments: [],
    });
  });

  it("has the same data as its source", async () => {
    const { mailpit, invite } = await withLogo();
    await invite("Ana.Otsuka+tag@Client.EXAMPLE", { firstName: "Ana 漢字 😀", lastName: "مريم" });
    const shown = await mailpit.getMessageSummary();
    const source = await PostalMime.parse(await mailpit.getMessageSource());
    const [sender] = [source.from].flatMap((one) => one ?? []);
    expect({ Name: sender?.name, Address: sender?.address }).toEqual(shown.From);
    expect(source.to?.map(({ name, address }) => ({ Name: name, Address: address }))).toEqual(
      shown.To,
    );
    expect(source.subject).toBe(shown.Subject);
    expect(source.messageId).toBe(`<${shown.MessageID}>`);
    expect(new Date(source.date ?? "")).toEqual(new Date(shown.Date));
    expect(source.text?.trimEnd().split("\n")).toEqual(shown.Text.trimEnd().split("\r\n"));
    expect(source.html?.trimEnd().split("\n")).toEqual(shown.HTML.trimEnd().split("\r\n"));
  });

  it("to a FirmMember explains how to unsubscribe", async () => {
    const { mailpit, workspace, createLead } = await newServedMailbox();
    const lead = await createLead("ana@client.example");
    await workspace.leads.convert(lead);
    const { ListUnsubscribe } = await mailpit.getMessageSummary();
    const [link = ""] = ListUnsubscribe.Links;
    expect(new URL(link).searchParams.get("member")).toBe(ids.partnerOwner);
    expect(ListUnsubscribe).toEqual({
      Header: `<${link}>`,
      Links: [link],
      Errors: "",
      HeaderPost: "List-Unsubscribe=One-Click",
    });
  });

  it("has its Firm's logo as an inline part with checksums", async () => {
    const { mailpit, invite, ask } = await withLogo();
    await invite("ana@client.example");
    const shown = await mailpit.getMessageSummary();
    const sum = (algorithm: string): string =>
      createHash(algorithm).update(logoBytes).digest("hex");
    expect(shown.Attachments).toEqual([]);
    expect(shown.Inline).toEqual([
      {
        PartID: "2.2",
        FileName: "logo.png",
        ContentType: "image/png",
        ContentID: `logo.${shown.MessageID}`,
        Size: logoBytes.length,
        Checksums: { MD5: sum("md5"), SHA1: sum("sha1"), SHA256: sum("sha256") },
      },
    ]);
    expect(shown.HTML).toContain(`src="cid:logo.${shown.MessageID}"`);
    const part = await mailpit.getMessageAttachment(shown.ID, "2.2");
    expect(part.type).toBe("image/png");
    expect(Buffer.from(await part.arrayBuffer())).toEqual(logoBytes);
    const answer = await ask("GET", "/api/v1/message/latest/part/2.2");
    expect(answer.headers.get("content-disposition")).toBe('inline; filename="logo.png"');
    expect((await ask("GET", "/api/v1/message/latest/part/2.3")).status).toBe(404);
  });

  it("shows that logo on its page, under any base URL", async () => {
    const { invite, ask, base } = await withLogo();
    await invite("ana@client.example");
    const page = await ask("GET", "/view/latest.html");
    const [, source = ""] = /<img\s[^>]*?src="([^"]+)"/.exec(page.text) ?? [];
    const picture = await fetch(new URL(source, `${base}/view/latest.html`));
    expect(picture.status).toBe(200);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(logoBytes);
    expect(page.text).not.toContain("cid:");
  });

  it("is never a script: an SVG logo is a download, and the page forbids scripts", async () => {
    const { invite, ask, workspace } = await newServedMailbox();
    const world = await workspace.state.get();
    const svg = `data:image/svg+xml,${encodeURIComponent("<svg onload='alert(1)'/>")}`;
    const firms = world.firms?.map((firm) => ({ ...firm, logo: svg })) ?? [];
    await workspace.state.put({ ...world, firms });
    await invite("ana@client.example");
    const part = await ask("GET", "/api/v1/message/latest/part/2.2");
    expect(part.mediaType).toBe("application/octet-stream");
    expect(part.headers.get("content-disposition")).toBe('attachment; filename="logo.svg"');
    expect(part.headers.get("x-content-type-options")).toBe("nosniff");
    const page = await ask("GET", "/view/latest.html");
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
    );
  });
});

describe("the headers of a message", () => {
  it("have Go's canonical names, in alphabetical order, not decoded", async () => {
    const { mailpit, workspace, id } = await newServedMailbox();
    const world = await workspace.state.get();
    const firms = world.firms?.map((firm) => ({ ...firm, name: "Häfen 漢字" })) ?? [];
    await workspace.state.put({ ...world, firms });
    await workspace.signUp({ email: "nobody@client.example" });
    const lead = (await workspace.leads.list({ limit: 1 })).data[0]?.id ?? "";
    const { emails } = await workspace.leads.convert(lead);
    const headers = await mailpit.getMessageHeaders();
    expect(Object.keys(headers)).toEqual(Object.keys(headers).toSorted());
    expect(headers).toEqual({
      "Auto-Submitted": ["auto-generated"],
      "Content-Type": [expect.stringMatching(/^multipart\/alternative; boundary="[^"]+"$/)],
      Date: ["Mon, 02 Mar 2026 09:00:00 +0000"],
      From: [expect.stringMatching(/^=\?UTF-8\?Q\?H=C3=A4fen.*\?= <no-reply@/)],
      "List-Unsubscribe": [expect.stringMatching(/^<http[^<>]+>$/)],
      "List-Unsubscribe-Post": ["List-Unsubscribe=One-Click"],
      "Message-Id": [`<${emails[0]?.id}.${id}@lead-sandbox.example>`],
      "Mime-Version": ["1.0"],
      Received: [
        `from lead-sandbox.example (localhost [127.0.0.1]) by localhost (lead-sandbox) with SMTP for <${emails[0]?.to[0]}>; Mon, 2 Mar 2026 09:00:00 +0000 (UTC)`,
      ],
      "Return-Path": ["<no-reply@lead-sandbox.example>"],
      Subject: [expect.any(String)],
      To: [emails[0]?.to.join(", ")],
      "X-Lead-Sandbox-Kind": ["converted"],
      "X-Lead-Sandbox-Lead": [lead],
      "X-Lead-Sandbox-Workspace": [id],
      "X-Tags": [id],
    });
  });
});

describe("the source of a message", () => {
  it("is that of the outbox after the delivery headers, as a file on request", async () => {
    const { mailpit, invite, ask, url, id } = await newServedMailbox();
    await invite("ana@client.example");
    const [shown] = (await mailpit.listMessages()).messages;
    const kept = await fetch(`${url}/_sandbox/workspaces/${id}/emails/${shown?.ID}/raw`);
    const source = await ask("GET", "/api/v1/message/latest/raw");
    const delivery = [
      "Return-Path: <no-reply@lead-sandbox.example>",
      "Received: from lead-sandbox.example (localhost [127.0.0.1])",
      "        by localhost (lead-sandbox) with SMTP",
      "        for <ana@client.example>; Mon, 2 Mar 2026 09:00:00 +0000 (UTC)",
    ];
    expect(source.text).toBe(`${delivery.join("\r\n")}\r\n${await kept.text()}`);
    expect(source.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(source.headers.get("content-disposition")).toBe(null);
    const file = await ask("GET", "/api/v1/message/latest/raw?dl=1");
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${shown?.ID}.eml"`);
  });
});

describe("latest", () => {
  it.each(["/api/v1/message/latest", "/api/v1/message/latest/raw", "/view/latest.txt"])(
    "returns the newest match of a query: %s",
    async (path) => {
      const { invite, ask } = await newServedMailbox();
      await invite("ana@client.example", { firstName: "Ana" });
      await invite("bo@client.example", { firstName: "Bo" });
      const answer = await ask("GET", `${path}?query=to:ana@client.example`);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain("Hello Ana Lind,");
      expect(await ask("GET", `${path}?query=to:nobody`)).toMatchObject({
        status: 404,
        mediaType: "text/plain",
        text: "Message not found",
      });
    },
  );
});

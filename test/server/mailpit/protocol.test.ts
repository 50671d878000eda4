/** Details of the Mailpit protocol apart from messages: methods, paths, probes, numbers, extra fields. */
import { describe, expect, it } from "vitest";

import { json, newServedMailbox, recipients, withTwoMails } from "./served-mailbox.ts";

describe("a method that a path does not support", () => {
  const unsupported = [
    { method: "POST", path: "/api/v1/messages", allow: "DELETE, GET, HEAD, PUT" },
    { method: "PATCH", path: "/api/v1/messages", allow: "DELETE, GET, HEAD, PUT" },
    { method: "PUT", path: "/api/v1/search", allow: "DELETE, GET, HEAD" },
    { method: "DELETE", path: "/api/v1/message/latest", allow: "GET, HEAD" },
    { method: "PUT", path: "/api/v1/message/latest/headers", allow: "GET, HEAD" },
    { method: "POST", path: "/api/v1/message/latest/raw", allow: "GET, HEAD" },
    { method: "POST", path: "/api/v1/info", allow: "GET, HEAD" },
    { method: "POST", path: "/view/latest.html", allow: "GET, HEAD" },
    { method: "GET", path: "/api/v1/send", allow: "POST" },
    { method: "GET", path: "/api/v1/message/latest/release", allow: "POST" },
  ];

  it("is 405, and changes nothing", async () => {
    const { ask, mailpit } = await withTwoMails();
    for (const { method, path, allow } of unsupported) {
      // oxlint-disable-next-line no-await-in-loop -- one answer at a time
      const { status, text, headers } = await ask(method, path);
      expect({ path, status, text }).toEqual({ path, status: 405, text: "Method Not Allowed\n" });
      expect(headers.get("allow"), `${method} ${path}`).toBe(allow);
    }
    expect(await mailpit.listMessages()).toMatchObject({ total: 2, unread: 2 });
  });

  it.each(["/api/v1/messages", "/api/v1/message/latest/raw", "/api/v1/anything"])(
    "is 200 without a body for OPTIONS %s",
    async (path) => {
      const { ask } = await withTwoMails();
      const answer = await ask("OPTIONS", path);
      expect(answer).toMatchObject({ status: 200, mediaType: "text/plain", text: "" });
    },
  );

  it("is HEAD for every GET, and marks no mail as read", async () => {
    const { ask } = await withTwoMails();
    expect(await ask("HEAD", "/api/v1/messages?limit=0")).toMatchObject({ status: 200, text: "" });
  });
});

describe("a path", () => {
  it.each(["/api/v1/messages/", "/api/v1/info/", "/api/v1/message/latest/", "/view/latest.html/"])(
    "with a trailing slash is 404: %s",
    async (path) => {
      const { ask } = await withTwoMails();
      expect(await ask("GET", path)).toMatchObject({
        status: 404,
        text: expect.stringMatching(/^404 page not found/),
      });
    },
  );

  it.each(["//api/v1/messages?start=0&limit=50", "//view/latest.html", "//view/latest.txt"])(
    "with two leading slashes is the same as with one, as cypress-mailpit sends it: %s",
    async (path) => {
      const { ask } = await withTwoMails();
      expect(await ask("GET", path)).toMatchObject({
        status: 200,
        text: (await ask("GET", path.slice(1))).text,
      });
    },
  );

  it.each(["/livez", "/readyz"])("%s is 200 without a body", async (path) => {
    const { ask } = await newServedMailbox();
    expect(await ask("GET", path)).toMatchObject({ status: 200, text: "" });
  });
});

describe("a list", () => {
  it.each(["/api/v1/messages?limit=-1", "/api/v1/search?query=client.example&limit=-1"])(
    "uses the default limit for a negative one: %s",
    async (path) => {
      const { ask, invite } = await newServedMailbox();
      for (let number = 0; number < 52; number += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await invite(`lead${number}@client.example`);
      }
      const answer = await ask("GET", path);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text).messages.length).toBe(50);
    },
  );
});

describe("PUT api/v1/messages", () => {
  it("ignores unknown fields", async () => {
    const { ask, mailpit } = await withTwoMails();
    const body = { Read: true, IDs: [], Search: "to:ana", Extra: 7 };
    expect((await ask("PUT", "/api/v1/messages", json(body))).text).toBe("ok");
    expect(recipients(await mailpit.searchMessages({ query: "is:read" }))).toEqual([
      "ana@client.example",
    ]);
  });
});

describe("view/{ID}.html?embed=1", () => {
  it("opens every link in a new window", async () => {
    const { ask, workspace, createLead } = await newServedMailbox();
    await workspace.leads.convert(await createLead("ana@client.example"));
    const plain = await ask("GET", "/view/latest.html");
    const embedded = await ask("GET", "/view/latest.html?embed=1");

    expect(links(plain.text).length).toBeGreaterThan(0);
    expect(links(plain.text).join("")).not.toContain("_blank");
    expect(links(embedded.text).length).toBe(links(plain.text).length);
    for (const link of links(embedded.text)) {
      expect(link).toContain('target="_blank" rel="noreferrer noopener"');
    }
  });
});

/** The opening tags of the links in a page. */
function links(text: string): readonly string[] {
  return text.match(/<a\s[^>]*>/g) ?? [];
}

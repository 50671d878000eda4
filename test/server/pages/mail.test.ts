import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { text } from "../../support/reply.ts";
import { newWorld } from "../../support/world.ts";
import { hostile } from "./page-visits.ts";

/** The headers that control how a browser treats the answer. */
function handling({ headers }: Reply): Readonly<Record<string, string>> {
  const names = [
    "content-type",
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
  ];
  return Object.fromEntries(
    names.flatMap((name): readonly (readonly [string, string])[] => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

describe("a mail in a browser", () => {
  it.each([
    {
      part: "html",
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
      },
    },
    {
      part: "text",
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "x-content-type-options": "nosniff",
      },
    },
    {
      part: "raw",
      headers: { "content-type": "message/rfc822", "x-content-type-options": "nosniff" },
    },
  ])("runs no script and has a fixed type: $part", async ({ part, headers }) => {
    const world = await newWorld();
    await world.createLead();
    const id = text(await world.control("GET", "/emails"), "data.0.id");
    expect(handling(await world.control("GET", `/emails/${id}/${part}`))).toEqual(headers);
  });

  it("opens its links in a new tab when asked, and only then", async () => {
    const world = await newWorld();
    await world.createLead();
    const id = text(await world.control("GET", "/emails"), "data.0.id");
    const shown = async (query: string) => {
      const reply = await world.control("GET", `/emails/${id}/html${query}`);
      return `${reply.status} ${reply.text.includes('<base target="_blank">')}`;
    };
    expect(await shown("")).toBe("200 false");
    expect(await shown("?links=same-tab")).toBe("200 false");
    expect(await shown("?links=new-tab")).toBe("200 true");
    expect(await shown("?links=_blank")).toBe("422 false");
  });

  it.each(hostile.filter(({ value }) => value.length < 1_000))(
    "escapes $name in the names of the Firm and the person",
    async ({ value }) => {
      const world = await newWorld();
      const firm = { id: "Hostile1", name: value, firmType: "Partner", colour: value, logo: value };
      const made = await world.control("POST", "/firms", firm);
      const key = { firmId: "Hostile1", roleType: "Partner", environment: "sandbox" };
      const issued = await world.control("POST", "/api-keys", key);
      const lead = await world.api("POST", "/v1/firms/Hostile1/leads", {
        key: text(issued, "data.key"),
        body: { email: "maya@example.com", firstName: "Maya", lastName: "Moreau" },
      });
      expect([made.status, lead.status]).toEqual([201, 201]);
      const id = text(await world.control("GET", "/emails"), "data.0.id");
      const mail = await world.control("GET", `/emails/${id}/html`);
      const tags = Array.from(mail.text.matchAll(/<(\w+)/g), ([, tag]) => tag ?? "");
      expect([...new Set(tags)].toSorted()).toEqual([
        "a",
        "body",
        "br",
        "div",
        "h1",
        "head",
        "html",
        "meta",
        "p",
        "style",
        "table",
        "td",
        "title",
        "tr",
      ]);
      expect(mail.text).not.toMatch(/<[^>]*\son\w+=/);
    },
  );
});

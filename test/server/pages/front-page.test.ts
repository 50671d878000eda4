import { describe, expect, it } from "vitest";

import { newWorld } from "../../support/world.ts";

const chromium =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
const java = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";

describe("/ in a browser", () => {
  it.each([chromium, "text/html"])(
    "200 with a description of the sandbox, for Accept: %s",
    async (accept) => {
      const world = await newWorld();
      const page = await world.api("GET", "/", { key: null, headers: { accept } });
      expect(page.status).toBe(200);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.text).toContain("lead-sandbox");
    },
  );

  it("links to the console and the documents, and to no unknown path", async () => {
    const world = await newWorld();
    const headers = { accept: chromium };
    const { text } = await world.api("GET", "/", { key: null, headers });
    const links = Array.from(
      text.matchAll(/href="(?!data:)([^"]*)"/g),
      ([, link = ""]) => `/${link}`,
    );
    expect(links).toEqual(
      expect.arrayContaining([
        "/_sandbox/",
        "/_sandbox/openapi.json",
        "/_sandbox/spec/openapi.json",
      ]),
    );
    const replies = await Promise.all(links.map((link) => world.api("GET", link, { key: null })));
    for (const { status } of replies) expect([200, 302]).toContain(status);
  });

  it("200 without a body for HEAD", async () => {
    const world = await newWorld();
    const page = await world.api("HEAD", "/", { key: null, headers: { accept: chromium } });
    expect(page.status).toBe(200);
    expect(page.text).toBe("");
  });

  it("is not journaled", async () => {
    const world = await newWorld();
    const before = (await world.server("GET", "/requests/count")).text;
    await world.api("GET", "/", { key: null, headers: { accept: chromium } });
    expect((await world.server("GET", "/requests/count")).text).toBe(before);
  });
});

describe("/ in a program", () => {
  it.each(["*/*", "application/json", "application/json, text/plain, */*", java, "text/plain"])(
    "401 for Accept: %s (5.6)",
    async (accept) => {
      const world = await newWorld();
      const reply = await world.api("GET", "/", { key: null, headers: { accept } });
      expect(reply.status).toBe(401);
    },
  );

  it("401 for another method, and 404 with a key (5.6)", async () => {
    const world = await newWorld();
    const headers = { accept: chromium };
    expect((await world.api("POST", "/", { key: null, headers })).status).toBe(401);
    expect((await world.api("GET", "/", { headers })).status).toBe(404);
    expect((await world.api("GET", "/v1", { key: null, headers })).status).toBe(401);
  });
});

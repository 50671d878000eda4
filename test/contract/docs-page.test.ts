import { describe, expect, it } from "vitest";

import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { newWorld } from "../support/world.ts";

function get(world: World, path: string): Promise<Reply> {
  return world.api("GET", path, { key: null });
}

/** The URLs in the page, in source order. */
function references(html: string): readonly string[] {
  return Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, target]) => target ?? "");
}

describe("GET /_sandbox/docs", () => {
  it("allows only the sandbox's own scripts, and no frames", async () => {
    const page = await get(await newWorld(), "/_sandbox/docs");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    );
  });

  it("refers only to URLs that the sandbox serves", async () => {
    const world = await newWorld();
    const found = references((await get(world, "/_sandbox/docs")).text);
    // As a browser resolves them: relative to the page.
    const page = "http://sandbox.example/_sandbox/docs";
    const own = found
      .filter((target) => target !== "data:,")
      .map((target) => new URL(target, page).pathname);
    expect(own.length).toBeGreaterThanOrEqual(5);
    const replies = await Promise.all(own.map((path) => get(world, path)));
    expect(replies.map(({ status }, index) => [own[index], status])).toEqual(
      own.map((path) => [path, 200]),
    );
  });
});

describe("GET /_sandbox/docs/{asset}", () => {
  it.each([
    { asset: "start.js", type: "text/javascript; charset=utf-8" },
    { asset: "page.css", type: "text/css; charset=utf-8" },
    { asset: "swagger-ui-bundle.js", type: "text/javascript; charset=utf-8" },
    { asset: "swagger-ui.css", type: "text/css; charset=utf-8" },
  ])("answers $asset as $type, which no browser may read as another", async ({ asset, type }) => {
    const reply = await get(await newWorld(), `/_sandbox/docs/${asset}`);
    expect(reply.headers.get("content-type")).toBe(type);
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.text.length).toBeGreaterThan(100);
  });

  it.each(["index.html", "package.json", "..%2fpackage.json", "__proto__", "swagger-ui.js", "%00"])(
    "404 for %s, another file of the package",
    async (asset) => {
      const reply = await get(await newWorld(), `/_sandbox/docs/${asset}`);
      expect(reply.status).toBe(404);
    },
  );
});

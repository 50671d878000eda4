/** The guide in the sandbox: the pages of the documentation, their links, and the search over them. */
import { statSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import { buildGuide } from "../../../scripts/build-guide.ts";
import { ruleIds } from "../../../src/domain/rules/catalogue.ts";
import { guideSearcher } from "../../../src/server/guide/search.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { objectAt, valueAt } from "../../contract/documents.ts";
import type { Reply } from "../../support/reply.ts";
import { replyOf } from "../../support/reply.ts";
import { questions } from "./questions.ts";

const guide = await buildGuide();
const names = guide.pages.pages.map(({ name }) => name);

async function page(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const sandbox = openSandbox({ controlToken: "0123456789abcdef0123456789abcdef" });
  const request = new Request(`http://127.0.0.1/_sandbox/guide${path}`, { headers });
  const reply = await replyOf(await sandbox.fetch(request));
  sandbox.close();
  return reply;
}

describe("a page of the guide", () => {
  it("is there for each page of the documentation, and listed in the navigation", () => {
    expect(names).toEqual(expect.arrayContaining(["", "start", "languages-python", "rules"]));
    expect(new Set(names).size).toBe(names.length);
    const listed = guide.pages.groups.flatMap(({ pages }) => pages);
    expect(listed.toSorted()).toEqual(names.filter((name) => name !== "").toSorted());
  });

  it.each(["/", "/start", "/languages-python"])(
    "needs no token and no script: %s",
    async (path) => {
      const { status, text, headers } = await page(path);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(/^text\/html/);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(text).toContain("</main>");
      expect(text).toContain('action="search"');
    },
  );

  it("has the row of each rule", () => {
    const { html = "" } = guide.pages.pages.find(({ name }) => name === "rules") ?? {};
    expect(ruleIds.filter((id) => !html.includes(`<tr id="${id}">`))).toEqual([]);
  });

  it("has links only to pages, anchors and files of the guide, or to another host", () => {
    const anchors = new Map(
      guide.pages.pages.map(({ name, html }) => [
        name,
        new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => id)),
      ]),
    );
    const broken = guide.pages.pages.flatMap(({ name, html }) =>
      Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, link = ""]) => link)
        .filter((link) => !link.startsWith("https://") && !link.startsWith("http://"))
        .filter((link) => {
          const [path = "", anchor] = link.split("#");
          const target = path === "" ? name : path === "./" ? "" : path;
          const known = anchors.get(target);
          return known === undefined || (anchor !== undefined && !known.has(anchor));
        })
        .map((link) => `${name}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("takes at most 400 kB compressed with the search, and as much for pictures", () => {
    const { pages, search, pictures } = guide;
    const texts = [pages, search].map((part) => gzipSync(JSON.stringify(part)).length);
    expect(texts.reduce((sum, size) => sum + size)).toBeLessThan(400_000);
    const sizes = [...pictures.values()].map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(400_000);
  });

  it("shows only pictures that the guide has", () => {
    const shown = guide.pages.pages.flatMap(({ html }) =>
      Array.from(html.matchAll(/<img src="([^"]*)"/g), ([, name = ""]) => name),
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((name) => !guide.pictures.has(name))).toEqual([]);
  });

  it.each(["/nosuch", "/nosuch.png", "/pages.json", "/__proto__", "/constructor"])(
    "is 404 for %s",
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );

  it.each(["/..%2F..%2Fpackage.json", "/start/", "/start/start"])(
    "is no address, so %s needs the token",
    async (path) => {
      expect((await page(path)).status).toBe(401);
    },
  );

  it("has the picture, the style and the script beside it", async () => {
    expect((await page("/activity-1440-light.png")).headers.get("content-type")).toBe("image/png");
    expect((await page("/guide.css")).headers.get("content-type")).toMatch(/^text\/css/);
    expect((await page("/guide.js")).headers.get("content-type")).toMatch(/^text\/javascript/);
  });

  it("stays relative below a path of a proxy", async () => {
    const { text } = await page("/start");
    expect(text).not.toMatch(/(?:href|src|action)="\//);
    expect((await page("")).headers.get("location")).toBe("guide/");
  });
});

describe("the search of the guide", () => {
  const search = guideSearcher(guide.search);

  it.each(questions)("finds %s on the page %s, among the first three", (question, name) => {
    const found = search(question).map(({ section }) => section.page);
    expect(found.slice(0, 3)).toContain(name);
    expect(new Set(found).size).toBe(found.length);
  });

  it.each([
    ["delete a lead", "lead.delete"],
    ["rate limit headers", "quota.headers"],
  ])("finds %s in the row of %s, not in the page of all rules", (question, rule) => {
    const [first] = search(question);
    expect(first?.section).toMatchObject({ page: "rules", heading: rule, anchor: rule });
  });

  it("prefers a section that has all words", () => {
    const [first] = search("restore a backup");
    expect(first?.section).toMatchObject({ page: "operate", heading: "Back up and restore" });
  });

  it("finds a header, a flag and a rule by its whole name", () => {
    for (const word of ["x-sandbox-rules", "--public-url", "lead.unique.deleted"]) {
      const [first] = search(word);
      const text = `${first?.section.heading} ${first?.section.paragraphs.join(" ")}`;
      expect(text).toContain(word);
    }
  });

  it.each(["", "the of and", "  ", "💥", "zzzzqqqq", "\u0000", "<qqqqzz>", "a".repeat(100_000)])(
    "finds nothing and fails not for %j",
    (question) => {
      expect(search(question)).toEqual([]);
    },
  );

  it("is a page without a script, with what was asked as text", async () => {
    const { status, text } = await page("/search?words=%3Cscript%3Ealert(1)%3C%2Fscript%3E+nginx");
    expect(status).toBe(200);
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("server#");
  });

  it("is JSON for a program", async () => {
    const { text } = await page("/search?words=nginx", { accept: "application/json" });
    const results = valueAt(objectAt(JSON.parse(text), []), ["data", "0"]);
    expect(results).toEqual({
      title: expect.any(String),
      address: expect.stringMatching(/^server#/),
      text: expect.any(String),
    });
  });
});

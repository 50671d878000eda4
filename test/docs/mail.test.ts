import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { mailKinds } from "../../src/domain/model/mail.ts";
import { mailHeaders } from "../../src/world/mail/mime.ts";
import { captured, draftsNamed, sender } from "../world/mail/samples.ts";

const page = readFileSync("docs/mail.md", "utf8");

describe("docs/mail.md", () => {
  it("shows every picture in docs/mail, and no others", () => {
    const shown = Array.from(page.matchAll(/\]\(mail\/([^)]+)\)/g), ([, name = ""]) => name);
    expect(new Set(shown)).toEqual(new Set(readdirSync("docs/mail")));
  });

  it("documents every kind and every header of a mail", () => {
    const headers = draftsNamed("Ana").flatMap((draft) => mailHeaders(captured(draft), sender));
    const names = [...mailKinds, ...headers.map(({ name }) => name)];
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

/**
 * Checks that mail clients support the HTML and CSS that we use, with the data of caniemail.com.
 */
import { caniemail, rawData } from "caniemail";
import { describe, expect, it } from "vitest";

import type { MailDraft } from "../../../src/domain/model/mail.ts";
import { mailHtml } from "../../../src/world/mail/html.ts";
import { draftsNamed } from "./samples.ts";

const clients = [
  "apple-mail.ios",
  "apple-mail.macos",
  "gmail.android",
  "gmail.desktop-webmail",
  "gmail.ios",
  "gmail.mobile-webmail",
  "outlook.android",
  "outlook.ios",
  "outlook.macos",
  "outlook.outlook-com",
  "outlook.windows",
  "outlook.windows-mail",
  "samsung-email.android",
  "thunderbird.macos",
  "yahoo.android",
  "yahoo.desktop-webmail",
  "yahoo.ios",
] as const;

/**
 * Features that some clients lack, with the effect of their absence. None of them carries content.
 */
const extras: Readonly<Record<string, string>> = {
  "<style> element": "the dark colours",
  "@media": "the dark colours",
  "color-scheme meta tag": "the dark colours",
  "<body> element": "nothing: the table around the mail has its margin and its colour too",
  "border-radius": "the round corners of the button",
  "display:none": "the preview line is read above the mail too",
  "height property": "the proportions of a very wide logo on a phone",
  "max-height property": "nothing: the attribute says the height of the logo",
  "role attribute": "a screen reader may announce the tables",
  "word-break": "a word longer than the mail is wide makes it wider",
};

const drafts = draftsNamed("Ana");

/** The HTML of a mail that has a logo. */
function sentHtml({ content }: MailDraft): string {
  return mailHtml(content, "cid:logo.message-1.default@mail.example");
}

/** The share of clients that support a feature. Partial support counts half. */
function shareOf(feature: string): number | null {
  const found = rawData.data.find(({ slug }) => slug === feature);
  if (found === undefined) return null;
  const expected = Object.values(found.stats)
    .flatMap((platforms: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
      Object.values(platforms),
    )
    .flatMap((versions) => Object.values(versions))
    .filter((support) => !support.startsWith("u"));
  const full = expected.filter((support) => support.startsWith("y")).length;
  const partly = expected.filter((support) => support.startsWith("a")).length;
  return (full + partly / 2) / expected.length;
}

/** Every use of an element, attribute or style property, under its caniemail name. */
function usesIn(markup: string): readonly string[] {
  const elements = Array.from(markup.matchAll(/<([a-z][a-z0-9]*)/g), ([, name]) => `html-${name}`);
  const attributes = Array.from(markup.matchAll(/\s([a-z-]+)="/g), ([, name]) => `html-${name}`);
  const styles = Array.from(markup.matchAll(/\sstyle="([^"]*)"/g), ([, style = ""]) => style);
  const properties = styles.flatMap((style) =>
    style.split(";").map((declaration) => `css-${declaration.split(":")[0]}`),
  );
  return [...elements, ...attributes, ...properties];
}

describe("mailHtml", () => {
  it.each(drafts)(
    "uses no feature that a listed client lacks, except for known extras: $content.kind (6)",
    (draft) => {
      const { issues } = caniemail({ clients: [...clients], html: sentHtml(draft) });
      const lacking = [...issues.errors].flatMap(([client, errors]) =>
        errors.map(({ title }) => ({ client, title })),
      );
      expect(lacking.filter(({ title }) => !(title in extras))).toEqual([]);
    },
  );

  it("uses every extra in the list", () => {
    const used = drafts.flatMap((draft) => {
      const { issues } = caniemail({ clients: [...clients], html: sentHtml(draft) });
      return [...issues.errors.values()].flat().map(({ title }) => title);
    });
    expect([...new Set<string>(used)].toSorted()).toEqual(Object.keys(extras).toSorted());
  });

  it.each(drafts)(
    "uses features that more than five in six clients support on average: $content.kind (6)",
    (draft) => {
      const shares = usesIn(sentHtml(draft))
        .map(shareOf)
        .filter((share) => share !== null);
      expect(shares.length).toBeGreaterThan(50);
      const average = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      expect(average).toBeGreaterThan(5 / 6);
    },
  );
});

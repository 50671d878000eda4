/** The HTML of the mails in a browser. UPDATE_SCREENSHOTS=1 rewrites the screenshots in docs/mail. */
import { mkdirSync, readFileSync } from "node:fs";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { mailKinds, type MailDraft } from "../../src/domain/model/mail.ts";
import { planUpdatedDraft } from "../../src/world/mail/drafts.ts";
import { mailHtml } from "../../src/world/mail/html.ts";
import {
  aFirm,
  aPlan,
  aProfile,
  aReader,
  aWelcome,
  draftsFor,
  draftsNamed,
} from "../world/mail/samples.ts";
import type { WatchedPage } from "./browser.ts";
import { hasBrowser, launch, newPage } from "./browser.ts";

const updates = process.env["UPDATE_SCREENSHOTS"] !== undefined;
const widths = [375, 1280] as const;
const logo = `data:image/png;base64,${readFileSync("test/world/mail/logo.png", "base64")}`;

let browser: Browser | undefined;

/** Opens a page of this width that shows the mail. */
async function shown(draft: MailDraft, width: number): Promise<WatchedPage> {
  if (browser === undefined) throw new Error("The browser did not start.");
  const watched = await newPage(browser);
  onTestFinished(() => watched.page.context().close());
  await watched.page.setViewportSize({ width, height: 300 });
  await watched.page.setContent(mailHtml(draft.content));
  return watched;
}

/** How many pixels the mail is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

/** The largest number of lines of a label in the table of facts. */
const labelLinesMax = `
  Math.max(0, ...[...document.querySelectorAll("th")].map((label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  }))
`;

/** All visible texts, each with its colour and its background colour. */
const paintedTexts = `
  (() => {
    const behind = (element) => {
      if (element === null) return "rgb(255, 255, 255)";
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === "rgba(0, 0, 0, 0)" ? behind(element.parentElement) : backgroundColor;
    };
    const saysSomething = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "";
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.checkVisibility() && [...element.childNodes].some(saysSomething))
      .map((element) => ({
        text: element.textContent.trim(),
        colour: getComputedStyle(element).color,
        background: behind(element),
      }));
  })()
`;

interface PaintedText {
  readonly text: string;
  readonly colour: string;
  readonly background: string;
}

/** The contrast ratio of text and background (WCAG 2). */
function contrast({ colour, background }: PaintedText): number {
  const [one, other] = [luminance(colour), luminance(background)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((value) => {
    const channel = Number(value) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function backgroundOf(page: Page, selector: string): Promise<string> {
  return page.evaluate<string>(
    `getComputedStyle(document.querySelector("${selector}")).backgroundColor`,
  );
}

describe.runIf(hasBrowser("the look of the mails"))("the HTML of a mail in a browser", () => {
  beforeAll(async () => {
    browser = await launch();
    mkdirSync("docs/mail", { recursive: true });
  });

  afterAll(() => browser?.close());

  const views = mailKinds.flatMap((kind) => widths.map((width) => ({ kind, width })));

  it.each(views)(
    "$kind fits $width pixels, loads nothing and logs no error",
    async ({ kind, width }) => {
      const draft = draftsFor(aFirm({ logo })).find(({ content }) => content.kind === kind);
      if (draft === undefined) throw new Error(`no mail of the kind ${kind}`);
      const { page, origins, complaints } = await shown(draft, width);
      expect(await overflow(page)).toBe(0);
      expect(
        await page.locator("img").evaluate((image) => image.getBoundingClientRect().height),
      ).toBe(48);
      expect([...origins]).toEqual([]);
      expect(complaints).toEqual([]);
      if (updates)
        await page.screenshot({ path: `docs/mail/${kind}-${width}.png`, fullPage: true });
    },
  );

  it("is dark in the dark color scheme, except behind the logo, which is on white", async () => {
    const draft = draftsFor(aFirm({ logo })).find(({ content }) => content.kind === "plan-updated");
    if (draft === undefined) throw new Error("no mail of a Plan");
    const { page } = await shown(draft, 375);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await backgroundOf(page, "table.card")).toBe("rgb(30, 37, 46)");
    expect(await backgroundOf(page, "td:has(> img)")).toBe("rgb(30, 37, 46)");
    expect(await backgroundOf(page, "img")).toBe("rgb(255, 255, 255)");
    if (updates)
      await page.screenshot({ path: "docs/mail/plan-updated-375-dark.png", fullPage: true });
  });

  it("of each of the three kinds fits a phone with names of 200 characters without a space", async () => {
    const { page } = await shown(aWelcome(), 375);
    for (const { content } of draftsNamed("x".repeat(200))) {
      // oxlint-disable-next-line no-await-in-loop -- one page, one mail after the other
      await page.setContent(mailHtml(content));
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      expect(await overflow(page)).toBe(0);
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      expect(await page.evaluate<number>(labelLinesMax)).toBeLessThanOrEqual(1);
    }
  });

  const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
    [null, "#fc0", "#0a7d4f", "#777777", "#000000", "#ffffff"].map((colour) => ({
      colorScheme,
      drafts: draftsFor(aFirm({ colour })).slice(0, colour === null ? 3 : 1),
      colour,
    })),
  );

  it("has a contrast of at least 4.5 in light and dark mode, for any colour of a Firm", async () => {
    const { page } = await shown(aWelcome(), 375);
    for (const { colorScheme, colour, drafts } of looks) {
      for (const { content } of drafts) {
        // oxlint-disable-next-line no-await-in-loop -- one page, one screenshot at a time
        await page.emulateMedia({ colorScheme });
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        await page.setContent(mailHtml(content));
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        const texts = await page.evaluate<readonly PaintedText[]>(paintedTexts);
        expect(texts.length).toBeGreaterThan(5);
        const faint = texts.filter((text) => contrast(text) < 4.5);
        expect({ colorScheme, colour, faint }).toEqual({ colorScheme, colour, faint: [] });
      }
    }
  });

  it("is accessible to a screen reader: one main heading, a button that is a link, and a table of facts with row headings", async () => {
    const [welcome] = draftsFor(aFirm({ logo }));
    if (welcome === undefined) throw new Error("no welcome mail");
    const first = await shown(welcome, 1280);
    expect(await first.page.getByRole("heading", { level: 1 }).allTextContents()).toEqual([
      "Welcome from Maple Street Realty",
    ]);
    expect(await first.page.getByRole("link", { name: "Sign up" }).count()).toBe(1);
    expect(await first.page.getByRole("img", { name: "Maple Street Realty" }).count()).toBe(1);
    expect(await first.page.getByRole("table").count()).toBe(0);
    const plan = planUpdatedDraft({
      plan: aPlan(),
      firm: aFirm(),
      profile: aProfile(),
      reader: aReader,
    });
    const second = await shown(plan, 1280);
    const headings = await second.page.getByRole("rowheader").allTextContents();
    expect(headings.map((heading) => heading.trim())).toEqual([
      "Client",
      "Type",
      "Status",
      "Amount",
      "Plan",
    ]);
    expect(await second.page.getByRole("link", { name: "Stop these messages" }).count()).toBe(1);
  });
});

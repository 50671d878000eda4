/**
 * Walks journeys by mouse and by keyboard, counts clicks and key presses without typed text, and prints them as a table. With PICTURES
 * set to a folder, it also takes a picture there before each step and one at the end.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hasBrowser, launch } from "../../browser/browser.ts";
import { isLong } from "../../long/size.ts";
import { isRemote } from "../../support/target.ts";
import { clickJourneys } from "./click-walks.ts";
import { openConsole, settled } from "./console.ts";
import type { Presses } from "./hand.ts";
import { newHand } from "./hand.ts";
import { picture } from "./picture.ts";
import type { Journey } from "./walks.ts";
import { journeys } from "./walks.ts";

let browser: Browser | undefined;
const counted = new Map<string, string>();

const all = [...journeys, ...clickJourneys];

/** What a user pressed on one of the two ways, in a sandbox of its own. */
async function walked(journey: Journey, way: "mouse" | "keyboard"): Promise<Presses | null> {
  const walk = journey[way];
  if (walk === undefined) return null;
  const shown = await openConsole(browser);
  await journey.before?.(shown);
  await shown.visit(journey.at);
  await settled(shown);
  let step = 0;
  const look = (page: Page): Promise<void> => {
    step += 1;
    return picture(page, `${journey.name}, by ${way}`, String(step));
  };
  const hand = newHand(shown.page, look);
  await walk(hand, shown);
  await journey.reached(shown);
  await look(shown.page);
  return hand.presses;
}

describe.skipIf(isRemote || !hasBrowser("test/apps/console/walks.test.ts"))(
  "a user who wants to",
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(async () => {
      await browser?.close();
      const lines = [...counted].map(([name, counts]) => `| ${name} | ${counts} |\n`);
      process.stdout.write(
        `| journey | clicks and keys by mouse | keys by keyboard |\n| --- | --- | --- |\n${lines.join("")}`,
      );
    });

    it.each(all.filter(({ like }) => isLong || like === undefined))(
      "$name gets there by mouse and by keyboard",
      async (journey) => {
        const { name, most } = journey;
        const [mouse, keyboard] = await Promise.all([
          walked(journey, "mouse"),
          walked(journey, "keyboard"),
        ]);
        counted.set(name, `${mouse?.clicks} + ${mouse?.keys} | ${keyboard?.keys ?? "-"}`);
        expect(keyboard?.clicks ?? 0).toBe(0);
        expect(mouse?.clicks).toBeLessThanOrEqual(most.clicks);
        expect((keyboard ?? mouse)?.keys).toBeLessThanOrEqual(most.keys);
      },
    );
  },
);

/** Journeys through the console, each by mouse, and those of ten by keyboard, too. */
import { expect } from "vitest";

import { column } from "../../support/reply.ts";
import type { Console } from "./console.ts";
import { leadsPath, refer, settled } from "./console.ts";
import type { Hand } from "./hand.ts";
import { newHand } from "./hand.ts";

const lead = { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" };

type Walk = (hand: Hand, shown: Console) => Promise<void>;

export interface Journey {
  readonly name: string;
  /** The journey that takes the same path; a short run leaves this one out. */
  readonly like?: string;
  /** Where the user begins; by default where the page opens. */
  readonly at?: string;
  /** What happened before the user comes to the page. */
  readonly before?: (shown: Console) => Promise<unknown>;
  readonly mouse: Walk;
  /** None where the table of the journeys limits only the clicks. */
  readonly keyboard?: Walk;
  /** Waits for what the user wanted. */
  readonly reached: (shown: Console) => Promise<unknown>;
  /** The most clicks by mouse, two for a select, and the most keys without typed text. */
  readonly most: { readonly clicks: number; readonly keys: number };
}

/** The first link of the page leads to the view. */
const skip = ["Tab", "Enter"] as const;

export function button({ page }: Pick<Console, "page">, name: string | RegExp) {
  return page.getByRole("button", { name, exact: typeof name === "string" }).first();
}

export function view({ page }: Pick<Console, "page">, name: string) {
  return page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
}

export function rows({ page }: Pick<Console, "page">) {
  return page.locator(".line-request").first();
}

/** Opens the newest row by the keyboard. */
async function openNewest({ page, press }: Hand): Promise<void> {
  await rows({ page }).waitFor();
  await press("j");
}

/** Opens the sign-up link of the open mail in its new tab; the hand there counts on. */
async function signUpTab({ page, look, presses }: Hand, open: () => Promise<void>): Promise<Hand> {
  const opened = page.context().waitForEvent("page");
  await open();
  return newHand(await opened, look, presses);
}

function mailLink({ page }: Pick<Console, "page">) {
  return page.getByRole("region", { name: "Message" }).getByRole("link", { name: /^http/ }).first();
}

export const journeys: readonly Journey[] = [
  {
    name: "create a first Lead and sign it up",
    async mouse({ click, page }) {
      await click(button({ page }, "Send it from here"));
      await click(rows({ page }));
      await click(page.getByRole("link", { name: /^Lead \w+ created$/ }).first());
      await click(button({ page }, "Sign up"));
    },
    async keyboard({ enter, press, type, page }) {
      await press(...skip);
      await enter(button({ page }, "Send it from here"));
      await rows({ page }).waitFor();
      await press("Control+k");
      await type("sign up maya");
      await page.getByRole("option", { name: /^Sign up maya/ }).waitFor();
      await press("Enter");
    },
    reached: ({ page }) => page.getByText("maya@example.com signed up.").waitFor(),
    most: { clicks: 4, keys: 12 },
  },
  {
    name: "correct a refused request and send it",
    before: ({ partner }) => partner("POST", leadsPath, { ...lead, email: "bad" }),
    async mouse({ click, page }) {
      await click(rows({ page }));
      await click(button({ page }, "Send it corrected"));
    },
    async keyboard(hand) {
      await openNewest(hand);
      await hand.enter(button(hand, "Send it corrected"));
    },
    reached: ({ page }) => page.getByRole("heading", { level: 2, name: /201.*POST/ }).waitFor(),
    most: { clicks: 2, keys: 12 },
  },
  {
    name: "find a refused request by an email, and read why",
    async before(shown) {
      await refer(shown, lead.email);
      await shown.partner("POST", leadsPath, lead);
      await shown.partner("GET", leadsPath);
    },
    async mouse({ click, type, page }) {
      await click(page.getByLabel("Filter"));
      await type("maya status:409");
      await click(page.locator('.line-request:has(.status:text-is("409"))'));
    },
    async keyboard({ press, type, page }) {
      await rows({ page }).waitFor();
      await press("/");
      await type("maya status:409");
      await press("Escape");
      await page.locator('.line-request:has(.status:text-is("409"))').waitFor();
      await press("j");
    },
    reached: ({ page }) => page.locator(".refusal", { hasText: "has a Lead with this" }).waitFor(),
    most: { clicks: 2, keys: 5 },
  },
  {
    name: "switch an assumption",
    async mouse({ click, type, page }) {
      await click(view({ page }, "Rules"));
      await click(page.getByLabel("Search rules"));
      await type("plan.transitions");
      await click(page.getByRole("radio", { name: /^any/ }));
    },
    async keyboard({ press, type, tabTo, page }) {
      await press("g", "r");
      await page.getByRole("heading", { name: "Rules" }).waitFor();
      await press("/");
      await type("plan.transitions");
      await expect.poll(() => page.getByRole("radio").count()).toBe(2);
      await tabTo(page.getByRole("radio", { checked: true }));
      await press("ArrowDown");
    },
    reached: ({ page }) => page.getByText("plan.transitions is any from now on.").waitFor(),
    most: { clicks: 3, keys: 11 },
  },
  {
    name: "plan a lost answer",
    async mouse({ click, pick, page }) {
      await click(view({ page }, "Faults"));
      await pick(page.getByLabel("Method"), "POST");
      await click(button({ page }, "Plan it"));
    },
    async keyboard({ press, pickByKeys, enter, page }) {
      await press("g", "f", ...skip);
      await pickByKeys(page.getByLabel("Method"), "POST");
      await enter(button({ page }, "Plan it"));
    },
    reached: ({ page }) => page.getByText("The fault is planned.").waitFor(),
    most: { clicks: 4, keys: 14 },
  },
  {
    name: "wait for a quota",
    like: "correct a refused request and send it",
    async before({ tester, partner }) {
      await tester("POST", "/quotas/HPkeySbx/use", { count: 500 });
      expect((await partner("GET", leadsPath)).status).toBe(429);
    },
    async mouse({ click, page }) {
      await click(rows({ page }));
      await click(button({ page }, "Advance the clock until it is allowed"));
    },
    async keyboard(hand) {
      await openNewest(hand);
      await hand.enter(button(hand, "Advance the clock until it is allowed"));
    },
    reached: ({ page }) => page.getByText("HPkeySbx may send again.").waitFor(),
    most: { clicks: 2, keys: 12 },
  },
  {
    name: "sign up by a mail",
    before: (shown) => refer(shown, lead.email),
    async mouse(hand) {
      await hand.click(view(hand, "Mail"));
      await hand.click(hand.page.getByRole("link", { name: /maya@example.com/ }));
      const tab = await signUpTab(hand, () => hand.click(mailLink(hand)));
      await tab.click(tab.page.getByRole("button").first());
    },
    async keyboard(hand) {
      await hand.press("g", "m");
      await hand.page.getByRole("link", { name: /maya@example.com/ }).waitFor();
      await hand.press("j");
      const tab = await signUpTab(hand, () => hand.enter(mailLink(hand)));
      await tab.enter(tab.page.getByRole("button").first());
    },
    async reached({ tester }) {
      const states = async () =>
        column(await tester("GET", `/leads?search=${lead.email}`), "state");
      await expect.poll(states).toEqual(["Converted"]);
    },
    most: { clicks: 4, keys: 16 },
  },
  {
    name: "take a snapshot, compare and restore it",
    async mouse({ click, type, page }) {
      await click(view({ page }, "World"));
      await click(page.getByLabel("Name of the new snapshot"));
      await type("a");
      await click(button({ page }, "Take a snapshot"));
      await click(button({ page }, "Compare"));
      await page.getByText("No record differs.").waitFor();
      await click(button({ page }, "Restore"));
      await click(page.getByRole("dialog").getByRole("button", { name: "Restore" }));
    },
    async keyboard({ press, tabTo, type, enter, page }) {
      await press("g", "w");
      // All controls are counted, those that load too.
      await settled({ page });
      await press(...skip);
      await tabTo(page.getByLabel("Name of the new snapshot"));
      await type("a");
      await press("Enter");
      await enter(button({ page }, "Compare"));
      await page.getByText("No record differs.").waitFor();
      await enter(button({ page }, "Restore"), "Shift+Tab");
      await page.getByRole("dialog").waitFor();
      await press("Enter");
    },
    reached: ({ page }) => page.getByText("Snapshot a was restored.").waitFor(),
    most: { clicks: 6, keys: 45 },
  },
  {
    name: "answer a held request",
    like: "hold a request in Faults and answer it by hand",
    async before({ tester, partner }) {
      await tester("POST", "/faults", { then: { kind: "hold" } });
      void partner("GET", leadsPath);
    },
    mouse: ({ click, page }) => click(button({ page }, "Carry it out")),
    keyboard: ({ enter, page }) => enter(button({ page }, "Carry it out")),
    async reached({ tester }) {
      const statuses = async () => column(await tester("GET", "/requests"), "status");
      await expect.poll(statuses).toEqual([200]);
    },
    most: { clicks: 1, keys: 9 },
  },
  {
    name: "compose a new request",
    before: (shown) => refer(shown, lead.email),
    async mouse({ click, pick, page }) {
      await click(page.getByRole("link", { name: "New request" }));
      await pick(page.getByLabel("Operation"), "get-lead");
      await click(button({ page }, "Send"));
    },
    async keyboard({ press, pickByKeys, enter, page }) {
      await press("n");
      await pickByKeys(page.getByLabel("Operation"), "get-lead");
      await enter(button({ page }, "Send"));
    },
    reached: ({ page }) => page.getByRole("heading", { level: 2, name: /200.*GET/ }).waitFor(),
    most: { clicks: 4, keys: 19 },
  },
];

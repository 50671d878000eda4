/** The clicks and key presses of a user, counted. */
import type { Locator, Page } from "playwright-core";

export interface Presses {
  clicks: number;
  /** Without those of typed text. */
  keys: number;
}

export type Hand = ReturnType<typeof newHand>;

const tabsMax = 80;

async function isFocused(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(":focus")).count()) > 0;
}

/**
 * A hand on the mouse and the keyboard of a page. It adds what it does to `presses`, and calls `look` before each step,
 * when the page shows what the step needs.
 */
export function newHand(
  page: Page,
  look: (page: Page) => Promise<void>,
  presses: Presses = { clicks: 0, keys: 0 },
) {
  const pressOne = async (key: string): Promise<void> => {
    presses.keys += 1;
    await page.keyboard.press(key);
  };
  /** Presses a key until something holds. */
  const pressUntil = async (key: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let at = 0; at <= tabsMax; at += 1) {
      /* oxlint-disable no-await-in-loop -- one key after the other */
      if (await holds()) return;
      await pressOne(key);
      /* oxlint-enable no-await-in-loop */
    }
    throw new Error(`${key} was pressed ${tabsMax} times in vain.`);
  };
  const tabTo = async (target: Locator, key = "Tab"): Promise<void> => {
    await target.waitFor();
    await pressUntil(key, () => isFocused(target));
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    await look(page);
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    for (const key of keys) await pressOne(key);
  };
  return {
    page,
    presses,
    press,
    tabTo,
    look,
    click: async (target: Locator): Promise<void> => {
      await target.waitFor();
      await look(page);
      await target.click();
      presses.clicks += 1;
    },
    type: async (text: string): Promise<void> => {
      await look(page);
      await page.keyboard.type(text);
    },
    /** Opens a select by a click and clicks an option. */
    pick: async (select: Locator, value: string): Promise<void> => {
      await look(page);
      await select.selectOption(value);
      presses.clicks += 2;
    },
    /** Moves to a control and presses Enter. */
    enter: async (target: Locator, key = "Tab"): Promise<void> => {
      await tabTo(target, key);
      await press("Enter");
    },
    /** Moves to a select and down to an option. */
    pickByKeys: async (select: Locator, value: string): Promise<void> => {
      await tabTo(select);
      await look(page);
      await pressUntil("ArrowDown", async () => (await select.inputValue()) === value);
    },
  };
}

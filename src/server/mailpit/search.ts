/**
 * Mailpit's search syntax: all words and "phrases" must match, and `-` or `!` negates one. A word such as `to:ana`
 * is a filter; with an unknown name, it is text.
 */
import type { MessageFilter } from "../../world/store/outbox-filter.ts";
import { searchedMoment, zoneOffsetMs } from "./dates.ts";
import { MailpitRefusal } from "./refusal.ts";
import type { SearchableEntry } from "./searchable-entry.ts";
import { normalized } from "./searchable-entry.ts";

/** Whether a message meets one condition of a search. */
type Test = (entry: SearchableEntry) => boolean | Promise<boolean>;

/** A filter and its negation. */
interface Condition {
  readonly holds: Test;
  readonly isRefuted: Test;
}

export interface Search {
  /** A first filter for the outbox. It excludes only messages that `tests` would also exclude. */
  readonly filter: MessageFilter;
  readonly tests: readonly Test[];
}

/** Maximum number of characters of a search, as of the other searches of the sandbox. */
const searchCharactersMax = 200;

/** Parses a search; only the dates of `before:` and `after:` use `timeZone`. */
export function readSearch(query: string, timeZone: string): Search {
  if (query.trim() === "") {
    throw new MailpitRefusal(400, "Error: no search query. Give one in the parameter query.");
  }
  if (query.length > searchCharactersMax) {
    const length = query.length.toLocaleString("en-US");
    throw new MailpitRefusal(
      400,
      `Error: the search query has ${length} characters. Expected at most ${searchCharactersMax}: search for fewer or shorter words.`,
    );
  }
  zoneOffsetMs(timeZone, 0);
  const terms = wordsOf(query).map((word) => {
    const isExcluded = /^[-!]./.test(word);
    return { isExcluded, word: isExcluded ? word.slice(1) : word };
  });
  const tests = terms.flatMap(({ isExcluded, word }) => {
    const condition = conditionOf(word, timeZone);
    if (condition === null) return [];
    return [isExcluded ? condition.isRefuted : condition.holds];
  });
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(({ word }) => word);
  return { filter: outboxFilter(wanted), tests };
}

/** Words separated by white space outside quotes; an open quote extends to the end. */
function wordsOf(query: string): readonly string[] {
  const words = query.match(/(?:[^\s"]|"[^"]*(?:"|$))+/g) ?? [];
  return words.map((word) => word.replaceAll('"', "")).filter((word) => normalized(word) !== "");
}

/** The condition of a word, or null for a filter without a value. */
function conditionOf(word: string, timeZone: string): Condition | null {
  const state = ownMember(states, word);
  if (state !== undefined) return either(state);
  const [, name = "", value = ""] = /^([a-z-]+):(.*)$/is.exec(word) ?? [];
  const filter = ownMember(filters, name);
  if (filter === undefined) return saying(word);
  return normalized(value) === "" ? null : filter(value, { word, timeZone });
}

/** The table's own value for a name, ignoring case. */
function ownMember<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function either(holds: (entry: SearchableEntry) => boolean): Condition {
  return { holds, isRefuted: (entry) => !holds(entry) };
}

function saying(word: string): Condition {
  const wanted = normalized(word);
  return either(({ text }) => text().includes(wanted));
}

const states: Readonly<Record<string, (entry: SearchableEntry) => boolean>> = {
  "is:read": ({ message }) => message.isRead,
  "is:unread": ({ message }) => !message.isRead,
  "is:tagged": ({ tags }) => tags().length > 0,
  "has:inline": ({ isInlined }) => isInlined(),
  "has:inlines": ({ isInlined }) => isInlined(),
  "has:attachment": () => false,
  "has:attachments": () => false,
};

interface SearchContext {
  readonly word: string;
  readonly timeZone: string;
}

const filters: Readonly<Record<string, (value: string, context: SearchContext) => Condition>> = {
  to: (value) => among(value, ({ to }) => to()),
  from: (value) => among(value, ({ from }) => [from()]),
  // Captured mail has no such recipients.
  cc: (value) => among(value, () => []),
  bcc: (value) => among(value, () => []),
  "reply-to": (value) => among(value, () => []),
  addressed: (value) => among(value, ({ to, from }) => [...to(), from()]),
  subject(value) {
    const wanted = value.toLowerCase();
    return either(({ subject }) => subject().includes(wanted));
  },
  "message-id"(value) {
    const wanted = normalized(value);
    return either(({ messageId }) => messageId().includes(wanted));
  },
  tag(value) {
    const wanted = normalized(value);
    return either(({ tags }) => tags().includes(wanted));
  },
  after(value, { timeZone }) {
    const moment = searchedMoment(normalized(value), timeZone);
    return {
      holds: ({ message }) => message.at >= moment,
      isRefuted: ({ message }) => message.at <= moment,
    };
  },
  before(value, { timeZone }) {
    const moment = searchedMoment(normalized(value), timeZone);
    return {
      holds: ({ message }) => message.at <= moment,
      isRefuted: ({ message }) => message.at >= moment,
    };
  },
  larger: (value, { word }) =>
    bySize(value, word, {
      holds: (size, bound) => size > bound,
      isRefuted: (size, bound) => size < bound,
    }),
  smaller: (value, { word }) =>
    bySize(value, word, {
      holds: (size, bound) => size < bound,
      isRefuted: (size, bound) => size > bound,
    }),
};

function among(value: string, addresses: (entry: SearchableEntry) => readonly string[]): Condition {
  const wanted = normalized(value);
  return either((entry) => addresses(entry).some((address) => address.includes(wanted)));
}

/** Searches for the filter as text if its size is invalid, as Mailpit does. */
function bySize(
  value: string,
  word: string,
  compare: Readonly<Record<keyof Condition, (size: number, bound: number) => boolean>>,
): Condition {
  const bound = bytesOf(normalized(value));
  if (bound === 0) return saying(word);
  return {
    holds: async (entry) => compare.holds(await entry.size(), bound),
    isRefuted: async (entry) => compare.isRefuted(await entry.size(), bound),
  };
}

const units: Readonly<Record<string, number>> = {
  "": 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
};

/** `2000`, `2kb` or `1.5M` in bytes; 0 for anything else. */
function bytesOf(text: string): number {
  const [, number = "0", unit = ""] = /^(\d+(?:\.\d+)?)\s?([a-z]{1,2})?$/.exec(text) ?? [];
  return Math.trunc(Number(number) * (units[unit] ?? 0));
}

/**
 * Lets the database filter by recipient or subject, as tests that wait for mail do. Only plain ASCII compares the
 * same there.
 */
function outboxFilter(words: readonly string[]): MessageFilter {
  const first = (form: RegExp): string | undefined =>
    words.map((word) => form.exec(word)?.[1]).find((value) => value !== undefined);
  // A part of an address matches, but the outbox compares a text like an address as a whole.
  const to = longest(first(/^to:([\w.+@-]+)$/i)?.split("@") ?? []);
  const subject = first(/^subject:([\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*)$/i);
  return {
    ...(to === undefined ? {} : { to }),
    ...(subject === undefined ? {} : { subject }),
  };
}

function longest(parts: readonly string[]): string | undefined {
  return parts.toSorted((one, other) => other.length - one.length).find((part) => part !== "");
}

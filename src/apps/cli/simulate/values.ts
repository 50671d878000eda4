/** Parsers for the options of `simulate`. */
import { InvalidArgumentError } from "commander";

import { readDuration } from "../../../base/values/duration.ts";
import type { LeadState } from "../../../domain/model/lead.ts";
import { leadStates } from "../../../domain/model/lead.ts";
import type { EventKind } from "../../../harness/simulate/model.ts";
import { eventKinds } from "../../../harness/simulate/model.ts";
import { durationMs } from "../values.ts";

const dayMs = 86_400_000;

/** A duration of ISO 8601 or with a unit, from a second to a year, as milliseconds. */
export function isoOrDuration(text: string): number {
  return durationTo(366, text);
}

function durationTo(daysMax: number, text: string): number {
  const ms = /^p/i.test(text) ? readDuration(text.toUpperCase()) : durationMs(text);
  if (ms !== null && ms >= 1_000 && ms <= daysMax * dayMs) return ms;
  throw new InvalidArgumentError(
    `Expected a duration from 1s to ${daysMax}d, such as PT15M, P28D or 15m.`,
  );
}

/** How long a ledger keeps a Lead, as milliseconds: up to ten years. */
export function keptFor(text: string): number {
  return durationTo(3_653, text);
}

/** The same, with a sign, or nothing. */
export function signedDuration(text: string): number {
  const [, sign = "", rest = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (/^(?:0|pt0s)$/i.test(rest)) return 0;
  return isoOrDuration(rest) * (sign === "-" ? -1 : 1);
}

/** Numbers of Leads, such as `3,25,105`. */
export function leadCounts(text: string): readonly number[] {
  const numbers = text.split(",").map((one) => (/^\d{1,5}$/.test(one.trim()) ? Number(one) : 0));
  if (numbers.every((one) => one >= 1 && one <= 10_000)) return [...new Set(numbers)];
  throw new InvalidArgumentError("Expected numbers from 1 to 10000, such as 3,25,105.");
}

/** One number of Leads. */
export function leadCount(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 10_000) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1 to 10000.");
}

/** Kinds of events, comma-separated. */
export function changes(text: string): readonly EventKind[] {
  const names = text.split(",").map((name) => name.trim());
  const kinds = names.flatMap((name) => eventKinds.find((kind) => kind === name) ?? []);
  if (kinds.length === names.length) return kinds;
  throw new InvalidArgumentError(`Expected one or more of ${eventKinds.join(", ")}.`);
}

/** `40/day` or `40`: events a day. */
export function activity(text: string): number {
  const [, number = ""] = /^(\d{1,5}(?:\.\d{1,3})?)(?:\/d(?:ay)?)?$/.exec(text) ?? [];
  if (number !== "" && Number(number) > 0 && Number(number) <= 10_000) return Number(number);
  throw new InvalidArgumentError("Expected a number of events a day, such as 40/day.");
}

/** `WORD=STATE,…`. */
export function stateWords(text: string): ReadonlyMap<string, LeadState> {
  return new Map(
    text.split(",").map((pair): [string, LeadState] => {
      const at = pair.lastIndexOf("=");
      const state = leadStates.find((one) => one === pair.slice(at + 1).trim());
      if (at >= 0 && state !== undefined) return [pair.slice(0, at).trim(), state];
      throw new InvalidArgumentError(
        `Expected WORD=STATE pairs with the states ${leadStates.join(", ")}, such as won=Converted,lost=Archived.`,
      );
    }),
  );
}

/** `exec`, `stdin`, or a URL on loopback. */
export function tickKind(text: string): string {
  if (text === "exec" || text === "stdin" || isLoopbackUrl(text)) return text;
  throw new InvalidArgumentError(
    "Expected exec, stdin, or an http URL on loopback, such as http://127.0.0.1:8080/sync.",
  );
}

/** Whether a text is an HTTP URL of this machine. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isHttp = protocol === "http:" || protocol === "https:";
  return isHttp && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Parsers for the values of options. */
import { InvalidArgumentError } from "commander";

import { readDuration } from "../../base/values/duration.ts";
import { Date } from "../../base/values/native-timers.ts";

export function percent(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 100) return value;
  throw new InvalidArgumentError("Expected a number from 0 to 100.");
}

/** The hazards that a run must test. */
export function minExplored(text: string): "core" | "all" | "none" | number {
  if (text === "core" || text === "all" || text === "none") return text;
  const share = text.replace(/%$/, "").trim();
  if (share !== "" && Number(share) >= 0 && Number(share) <= 100) return Number(share);
  throw new InvalidArgumentError("Expected core, all, none or a share from 0% to 100%.");
}

/** A whole number from 1. */
export function count(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a whole number, 1 or more.");
}

/** A whole number from 0. */
export function countFromZero(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number, 0 or more.");
}

/** Any whole number. */
export function integer(text: string): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError("Expected a whole number.");
}

/** An email address, by a loose syntax check. */
export function emailAddress(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new InvalidArgumentError("Expected an email address.");
}

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration with its unit, such as `30s`, as milliseconds. */
export function durationMs(text: string): number {
  const ms = msOf(text);
  if (ms !== null) return ms;
  throw new InvalidArgumentError("Expected a number and its unit, such as 500ms, 30s, 5m or 1h.");
}

/** The part of one machine among several. */
export function shard(text: string): { readonly part: number; readonly of: number } {
  const [, part, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (part !== undefined && of !== undefined && part >= 1 && part <= of) return { part, of };
  throw new InvalidArgumentError("Expected a part such as 1/3.");
}

/** Names, comma-separated. */
export function names(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** A duration, or a bare number of milliseconds, which earlier versions of `verify` accepted. */
export function durationOrMs(text: string): number {
  return /^\d+$/.test(text) ? count(text) : durationMs(text);
}

/** A moment of ISO 8601, as the sandbox reads it. */
export function moment(text: string): string {
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
  if (shape.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError("Expected a time such as 2026-03-02T09:00:00Z.");
}

/** The speed of a clock, relative to the system's. */
export function clockRate(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && value <= 100_000) return value;
  throw new InvalidArgumentError("Expected a number above 0, up to 100000.");
}

export function workspaceName(text: string): string {
  if (/^[A-Za-z0-9][\w-]{0,63}$/.test(text)) return text;
  throw new InvalidArgumentError(
    "Expected up to 64 letters, digits, - and _, starting with a letter or digit.",
  );
}

/** The same, or an ISO 8601 duration, which the sandbox parses. */
export function anyDuration(text: string): number | string {
  const ms = msOf(text);
  if (ms !== null) return ms;
  if (text.startsWith("P")) return text;
  throw new InvalidArgumentError("Expected a duration such as PT1H, P2D, 90s or 30m.");
}

/** A duration as milliseconds: ISO 8601, or a number with its unit. */
export function fixedDurationMs(text: string): number {
  const ms = msOf(text) ?? readDuration(text);
  if (ms !== null && ms > 0) return ms;
  throw new InvalidArgumentError("Expected a duration above 0, such as PT15M, 15m or 1h.");
}

function msOf(text: string): number | null {
  const [, number = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,6})?)([a-z]{1,2})$/.exec(text) ?? [];
  const found = Object.entries(unitMs).find(([name]) => name === unit);
  return found === undefined ? null : Math.round(Number(number) * found[1]);
}

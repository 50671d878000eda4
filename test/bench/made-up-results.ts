import type { Figure, Results } from "../../bench/figures.ts";

/** A figure by its table, column and target. */
export type At = readonly [
  measure: string,
  column: string,
  target: string,
  unit: Figure["unit"],
  ...rounds: number[],
];

const sandbox = "lead-sandbox";
const bare = "bare Hono";
const peer = "a peer";

/** Figures with which every goal is met. */
export const good: readonly At[] = [
  ["cold-start", "first 200", bare, "ms", 50, 60, 55],
  ["cold-start", "first 200", sandbox, "ms", 60, 80, 66],
  ["cold-start", "peak memory", bare, "MiB", 60],
  ["cold-start", "peak memory", sandbox, "MiB", 70],
  ...["at 10", "at 50"].flatMap((column): At[] => [
    ["get-one", column, bare, "req/s", 60_000],
    ["get-one", column, sandbox, "req/s", 42_000],
    ["get-one", column, peer, "req/s", 20_000],
    ["create", column, bare, "req/s", 30_000],
    ["create", column, sandbox, "req/s", 15_000],
  ]),
  ["create", "p99 at 10", sandbox, "ms", 6],
  ["mail-cost", "at 10", "with the welcome mail", "req/s", 97],
  ["mail-cost", "at 10", "without the welcome mail", "req/s", 100],
  ["list", "at 10", bare, "req/s", 30_000],
  ["list", "at 10", sandbox, "req/s", 13_000],
  ["list", "at 10", peer, "req/s", 9_000],
  ["sizes", "first page, 1k", sandbox, "req/s", 13_000],
  ["sizes", "first page, 1M", sandbox, "req/s", 12_500],
  ["sizes", "deep, 1M", sandbox, "ms", 0.7],
  ["sizes", "filter, 1M", sandbox, "ms", 0.4],
  ...[100, 10_000, 100_000].flatMap((size): At[] => [
    ["reset", `median, ${size}`, sandbox, "ms", 0.3],
    ["reset", `p95, ${size}`, sandbox, "ms", 0.7],
    ["fixture-load", `median, ${size}`, sandbox, "ms", size / 4_000],
  ]),
  ["workspaces", "made: memory", sandbox, "KiB", 1],
  ["workspaces", "first use: time", sandbox, "ms", 0.3],
  ["workspaces", "in all: memory", sandbox, "KiB", 220],
  ...[500, 10_000, 100_000].flatMap((quota): At[] => [
    ["limiter", `time, ${quota}`, sandbox, "ns", 20],
    ["limiter", `memory, ${quota}`, sandbox, "bytes", 13],
  ]),
  ["memory", "requests", sandbox, "count", 1_000_000],
  ["memory", "largest RSS", sandbox, "MiB", 180],
  ["memory", "heap from its mean", sandbox, "ratio", 0.02],
  ["memory", "RSS above first half", sandbox, "ratio", 0.01],
  ["file-mode", "at 50", bare, "req/s", 30_000],
  ["file-mode", "at 50", sandbox, "req/s", 10_000],
  ["file-mode", "missing", sandbox, "count", 0],
  ["explore-overhead", "median", "the command alone", "ms", 60],
  ["explore-overhead", "median", "a trial of explore", "ms", 80],
  ["explore-overhead", "over the command", "a trial of explore", "ms", 20],
  ["explore-trials", "trials", sandbox, "count", 300],
  ["explore-trials", "in all", "the client alone", "s", 30],
  ["explore-trials", "in all", sandbox, "s", 40],
  ["explore-packing", "tests", sandbox, "count", 200],
  ["explore-packing", "runs", sandbox, "count", 12],
  ["explore-memory", "trials", sandbox, "count", 1_000],
  ["explore-memory", "largest RSS", sandbox, "MiB", 200],
  ["explore-memory", "RSS above first half", sandbox, "ratio", 0.01],
  ["explore-unvaried", "a request", "alone in its process", "µs", 10],
  ["explore-unvaried", "a request", "beside an explored one", "µs", 10],
];

/** Results with these figures; `marks` are those of the sandbox. */
export function resultsOf(
  figures: readonly At[],
  marks: Partial<Pick<Figure, "errors" | "isLoadBound">> = {},
): Results {
  return {
    date: "2026-01-02",
    machine: {
      cpu: "A processor",
      cores: 2,
      memoryGiB: 24,
      system: "linux 6",
      node: "26.0.0",
      java: null,
      isPinned: true,
      loadBefore: 0.1,
      loadAfter: 1.2,
    },
    run: { rounds: 3, seconds: 2, size: "full" },
    versions: { "a peer": "1.2.3" },
    figures: figures.map(([measure, column, target, unit, ...rounds]) => ({
      measure,
      column,
      target,
      unit,
      rounds,
      errors: 0,
      isLoadBound: false,
      ...(target === sandbox ? marks : {}),
    })),
    skipped: [{ what: "WireMock", why: "it needs Java, and there is none" }],
  };
}

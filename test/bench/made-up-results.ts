import type { Figure, Results } from "../../bench/figures.ts";

/** A figure: its table, column, target, unit and rounds. */
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

/** Figures that meet every goal. */
export const good: readonly At[] = [
  ...felt(),
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
  ["create", "p50 at 1", bare, "ms", 0.1],
  ["create", "p50 at 1", sandbox, "ms", 0.3],
  ["create", "at 10", "emulate", "req/s", 7_500],
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
  ["file-mode", "at 50", sandbox, "req/s", 5_000],
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
  ["explore-unvaried", "a request", "with an explored one", "µs", 10],
];

/** Figures for the waiting times of users. */
function felt(): readonly At[] {
  return [
    ["test-file", "cost per file", "one sandbox per run (globalSetup)", "ms", 90],
    ["test-suite", "whole run", "over HTTP, one sandbox per run", "s", 2.6],
    ["test-suite", "whole run", "bare Hono over HTTP", "s", 2],
    ["test-suite", "a test above the fake", "in process", "ms", 2],
    ["workspace-cycle", "in process, CPU", sandbox, "ms", 1.1],
    ["workspace-cycle", "by HTTP, CPU", sandbox, "ms", 2],
    ["workspace-cycle", "by HTTP, CPU", bare, "ms", 0.5],
    ["first-use", "import", sandbox, "ms", 50],
    ["first-use", "create", sandbox, "ms", 4],
    ["first-use", "first workspace", sandbox, "ms", 15],
    ["first-use", "first POST", sandbox, "ms", 8],
    ["fixture-start", "first Lead, 100k", sandbox, "s", 0.7],
    ["fixture-start", "peak memory, 100k", sandbox, "MiB", 180],
    ["fixture-start", "first Lead, 1M", sandbox, "s", 5],
    ["fixture-start", "peak memory, 1M", sandbox, "MiB", 600],
    ["commands", "whole run", "an empty Node script", "ms", 40],
    ...["--version", "ready", "env"].map((name): At => ["commands", "whole run", name, "ms", 50]),
    ["install", "in all", sandbox, "MB", 35],
    ["install", "SQLite's binaries", sandbox, "MB", 17],
    ...[
      "filter matching all",
      "order by lastName",
      "order, deep page",
      "order + filter",
      "withDeleted, deep page",
      "order, first uses",
    ].map((column): At => ["after-write", column, sandbox, "ms", 4]),
    ["after-write", "first page after a reset", sandbox, "ms", 0.8],
    ...["1k", "100k"].flatMap((column): At[] => [
      ["random-read", column, bare, "req/s", 60_000],
      ["random-read", column, sandbox, "req/s", 40_000],
    ]),
    ["waiters", "POST", "no open wait", "ms", 0.3],
    ["waiters", "POST", "32 open waits", "ms", 0.33],
    ["resident-memory", "requests", sandbox, "count", 100_000],
    ["resident-memory", "RSS afterwards", sandbox, "MiB", 200],
  ];
}

/** Results with these figures. `marks` apply to the figures of the sandbox. */
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
    skipped: [{ what: "WireMock", why: "requires Java, which is not installed" }],
  };
}

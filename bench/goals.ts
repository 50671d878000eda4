/** What the sandbox is to reach, and how it is judged by the figures of one run. */
import type { Figure, Results } from "./figures.ts";
import { median } from "./figures.ts";
import { quotas } from "./measures/limiter.ts";
import { resetSizes } from "./measures/reset.ts";
import { bareHonoName } from "./targets/bare-hono.ts";
import { sandboxName } from "./targets/sandbox.ts";

/** Whether a goal is met, and by what; null where the run did not measure it. */
export interface Judged {
  readonly isMet: boolean | null;
  readonly reached: string;
}

export interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly judge: (results: Results) => Judged;
}

/** One number that has to keep to a bound. */
interface Part {
  readonly value: number | null;
  readonly isEnough: (value: number) => boolean;
  readonly show: (value: number) => string;
}

const atMost = (bound: number) => (value: number) => value <= bound;
const atLeast = (bound: number) => (value: number) => value >= bound;

/** Every goal; each is a row of the report. */
export const goals: readonly Goal[] = [
  {
    what: "cold start to the first 200, bundle, default fixture",
    goal: `at most 1.5 × bundled ${bareHonoName}`,
    judge: all((of) => [times(of.ratio("cold-start", "first 200"), atMost(1.5))]),
  },
  {
    what: "peak memory at the first answer",
    goal: `at most 1.2 × ${bareHonoName}`,
    judge: all((of) => [times(of.ratio("cold-start", "peak memory"), atMost(1.2))]),
  },
  {
    what: "GET one, 10 and 50 connections",
    goal: `at least 0.65 × ${bareHonoName} with a Map, and 2 × every peer`,
    judge: all((of) => [
      times(of.ratio("get-one", "at 10"), atLeast(0.65), "at 10: "),
      times(of.ofBestPeer("get-one", "at 10"), atLeast(2), "of the best peer "),
      times(of.ratio("get-one", "at 50"), atLeast(0.65), "at 50: "),
      times(of.ofBestPeer("get-one", "at 50"), atLeast(2), "of the best peer "),
    ]),
  },
  {
    what: "POST, 10 and 50 connections",
    goal: `at least 0.45 × ${bareHonoName}; p99 at 10 under 10 ms`,
    judge: all((of) => [
      times(of.ratio("create", "at 10"), atLeast(0.45), "at 10: "),
      times(of.ratio("create", "at 50"), atLeast(0.45), "at 50: "),
      milliseconds(of.value("create", "p99 at 10"), (value) => value < 10, "p99 at 10: "),
    ]),
  },
  {
    what: "POST with the welcome mail against without",
    goal: "at least 0.95 ×",
    judge: all((of) => [
      times(
        of.ratio("mail-cost", "at 10", "with the welcome mail", "without the welcome mail"),
        atLeast(0.95),
      ),
    ]),
  },
  {
    what: "list of 20 with total, 10 connections",
    goal: `at least 0.4 × ${bareHonoName}, ahead of every peer; at 1M Leads at least 0.9 × of its own speed at 1k`,
    judge: all((of) => [
      times(of.ratio("list", "at 10"), atLeast(0.4)),
      times(of.ofBestPeer("list", "at 10"), (value) => value > 1, "of the best peer "),
      times(of.between("sizes", "first page, 1M", "first page, 1k"), atLeast(0.9), "1M to 1k: "),
    ]),
  },
  {
    what: "offset 900k of 1M",
    goal: "under 2 ms in the server",
    judge: all((of) => [milliseconds(of.value("sizes", "deep, 1M"), (value) => value < 2)]),
  },
  {
    what: "exact filter on a documented field at 1M, total included",
    goal: "under 5 ms where few match",
    judge: all((of) => [milliseconds(of.value("sizes", "filter, 1M"), (value) => value < 5)]),
  },
  {
    what: `reset over HTTP, in memory, fixture of ${resetSizes.join(", ")} Leads alike`,
    goal: "median under 0.6 ms, p95 under 1.5 ms",
    judge: all((of) =>
      resetSizes.flatMap((size) => [
        milliseconds(of.value("reset", `median, ${size}`), (value) => value < 0.6, `${size}: `),
        milliseconds(of.value("reset", `p95, ${size}`), (value) => value < 1.5, "p95 "),
      ]),
    ),
  },
  {
    what: `load another fixture of ${resetSizes.join(", ")}`,
    goal: "under 1, 5, 50 ms",
    judge: all((of) =>
      resetSizes.map((size, index) =>
        milliseconds(
          of.value("fixture-load", `median, ${size}`),
          (value) => value < ([1, 5, 50][index] ?? 0),
          `${size}: `,
        ),
      ),
    ),
  },
  {
    what: "1000 workspaces",
    goal: "under 0.5 ms and 300 KiB each at first use, nothing before (at most 10 KiB)",
    judge: all((of) => [
      milliseconds(of.value("workspaces", "first use: time"), (value) => value < 0.5),
      amount(of.value("workspaces", "in all: memory"), (value) => value < 300, "KiB", "in all "),
      amount(of.value("workspaces", "made: memory"), atMost(10), "KiB", "before "),
    ]),
  },
  {
    what: "limiter decision, any quota",
    goal: "under 100 ns, 16 bytes per request in the window",
    judge: all((of) =>
      quotas.flatMap((quota) => [
        amount(of.value("limiter", `time, ${quota}`), (value) => value < 100, "ns", `${quota}: `),
        amount(of.value("limiter", `memory, ${quota}`), atMost(16), "bytes"),
      ]),
    ),
  },
  {
    what: "memory after 1M mixed requests, journal on",
    goal: "at most 250 MiB, flat within 10 % over the second half",
    judge: all((of) => [
      amount(of.value("memory", "requests"), atLeast(1_000_000), "requests"),
      amount(of.value("memory", "largest RSS"), atMost(250), "MiB"),
      amount(of.value("memory", "heap from its mean"), atMost(0.1), "of the heap"),
      amount(of.value("memory", "RSS above first half"), atMost(0.1), "of RSS"),
    ]),
  },
  {
    what: "file mode, POST, 50 connections",
    goal: `at least 0.3 × ${bareHonoName}, every acknowledged write there after kill -9`,
    judge: all((of) => [
      times(of.ratio("file-mode", "at 50"), atLeast(0.3)),
      amount(of.value("file-mode", "missing"), (value) => value === 0, "missing"),
    ]),
  },
];

function times(value: number | null, isEnough: Part["isEnough"], name = ""): Part {
  return { value, isEnough, show: (shown) => `${name}${shown.toFixed(2)} ×` };
}

function milliseconds(value: number | null, isEnough: Part["isEnough"], name = ""): Part {
  return { value, isEnough, show: (shown) => `${name}${shown.toFixed(2)} ms` };
}

function amount(value: number | null, isEnough: Part["isEnough"], unit: string, name = ""): Part {
  const show = (shown: number): string =>
    `${name}${shown.toFixed(shown < 1 && shown > 0 ? 2 : 0)} ${unit}`;
  return { value, isEnough, show };
}

function all(partsOf: (of: ReturnType<typeof lookup>) => readonly Part[]): Goal["judge"] {
  return (results) => {
    const parts = partsOf(lookup(results));
    const judged = parts.map(({ value, isEnough }) =>
      value === null || Number.isNaN(value) ? null : isEnough(value),
    );
    const reached = parts.map(({ value, show }, index) => {
      if (value === null || judged[index] === null) return "not measured";
      return judged[index] === true ? show(value) : `**${show(value)}**`;
    });
    const isMet = judged.includes(false) ? false : judged.includes(null) ? null : true;
    return { isMet, reached: [...new Set(reached)].join(", ") };
  };
}

/** Medians of figures, and ratios of what ran in the same round. */
function lookup({ figures }: Results) {
  const find = (measure: string, column: string, target: string): Figure | null =>
    figures.find(
      (one) => one.measure === measure && one.column === column && one.target === target,
    ) ?? null;
  const ratio = (measure: string, column: string, one = sandboxName, other = bareHonoName) =>
    ratioOf(find(measure, column, one), find(measure, column, other));
  return {
    value(measure: string, column: string): number | null {
      const figure = find(measure, column, sandboxName);
      return figure === null ? null : median(figure.rounds);
    },
    ratio,
    between: (measure: string, column: string, other: string): number | null =>
      ratioOf(find(measure, column, sandboxName), find(measure, other, sandboxName)),
    /** How many times the best peer, by requests a second. */
    ofBestPeer(measure: string, column: string): number | null {
      const ratios = figures
        .filter((one) => one.measure === measure && one.column === column)
        .filter(({ target }) => target !== sandboxName && target !== bareHonoName)
        .map(({ target }) => ratio(measure, column, sandboxName, target) ?? Infinity);
      return ratios.length === 0 ? null : Math.min(...ratios);
    },
  };
}

/** The median of the ratios within a round, or of the medians where the rounds do not pair. */
export function ratioOf(one: Figure | null, other: Figure | null): number | null {
  if (one === null || other === null) return null;
  if (one.rounds.length !== other.rounds.length) return median(one.rounds) / median(other.rounds);
  return median(one.rounds.map((value, round) => value / (other.rounds[round] ?? Number.NaN)));
}

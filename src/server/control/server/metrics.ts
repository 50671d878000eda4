/** The metrics of the process as Prometheus text. No label names a workspace, a key, a path or a person. */
import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

import { dateNow } from "../../../base/values/native-timers.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import { withNoQuery } from "../calls/operation.ts";
import type { RequestCounts } from "./request-counts.ts";

/** The exposition format that Prometheus and its relatives read. */
const metricsType = "text/plain; version=0.0.4; charset=utf-8";

export const getMetrics = withNoQuery({
  id: "get-metrics",
  summary: "Metrics of the process in the text format of Prometheus",
  level: "server",
  method: "GET",
  path: "/metrics",
  answer: null,
  mediaType: metricsType,
  run({ registry, server: { counts } }) {
    const metrics = [
      ...requestMetrics(counts),
      ...effectMetrics(counts),
      ...worldMetrics(registry),
      ...processMetrics(),
    ];
    return {
      status: 200,
      body: `${metrics.flatMap(linesOf).join("\n")}\n`,
      mediaType: metricsType,
    };
  },
});

/** A metric with its values by labels. */
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "summary";
  readonly samples: readonly Sample[];
}

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number, suffix?: string];

function* requestMetrics({
  byOperation,
  byRule,
  byControlStatus,
}: RequestCounts): Generator<Metric> {
  const answers = Array.from(byOperation, ([id, byStatus]) =>
    Array.from(byStatus, ([status, timed]) => {
      return { operation: id ?? "none", status: String(status), ...timed };
    }),
  ).flat();
  yield {
    name: "lead_sandbox_requests_total",
    help: "Requests to the emulated API by operation and status; status 0 had no answer.",
    type: "counter",
    samples: answers.map(({ operation, status, count }) => [{ operation, status }, count]),
  };
  yield {
    name: "lead_sandbox_request_duration_seconds",
    help: "Time to answer requests to the emulated API, planned delays included.",
    type: "summary",
    samples: Array.from(
      Map.groupBy(answers, ({ operation }) => operation),
      ([operation, some]): readonly Sample[] => [
        [{ operation }, sum(some.map(({ seconds }) => seconds)), "_sum"],
        [{ operation }, sum(some.map(({ count }) => count)), "_count"],
      ],
    ).flat(),
  };
  yield {
    name: "lead_sandbox_refusals_total",
    help: "Refusals of the emulated API by the rule that decided them.",
    type: "counter",
    samples: Array.from(byRule, ([rule, count]): Sample => [{ rule }, count]),
  };
  yield {
    name: "lead_sandbox_control_requests_total",
    help: "Requests to the control API by status.",
    type: "counter",
    samples: Array.from(byControlStatus, ([status, count]): Sample => [
      { status: String(status) },
      count,
    ]),
  };
}

function* effectMetrics(counts: RequestCounts): Generator<Metric> {
  yield {
    name: "lead_sandbox_relayed_mails_total",
    help: "Mails that the mail server of --smtp-url accepted, and those that failed, by result.",
    type: "counter",
    samples: Array.from(counts.byRelayResult, ([result, count]): Sample => [{ result }, count]),
  };
  yield {
    name: "lead_sandbox_write_errors_total",
    help: "Writes that were rolled back because of the disk or a limit of --bytes-max or --workspace-bytes-max.",
    type: "counter",
    samples: Array.from(counts.byWriteFailure, ([cause, count]): Sample => [{ cause }, count]),
  };
  yield gauge("lead_sandbox_open_streams", "Open streams of events.", counts.openStreams());
}

function* worldMetrics(registry: Registry): Generator<Metric> {
  const used = registry.used();
  yield gauge("lead_sandbox_workspaces", "Workspaces.", registry.list().length);
  yield gauge(
    "lead_sandbox_broken_workspaces",
    "Workspaces of the data folder that the start set aside.",
    registry.broken().length,
  );
  yield {
    name: "lead_sandbox_bytes",
    help: "Estimated bytes that workspaces hold, by kind.",
    type: "gauge",
    samples: [
      bytes(
        "database",
        registry.list().map((one) => one.bytes()),
      ),
      bytes(
        "journal",
        used.map(({ journal }) => journal.standing().bytes),
      ),
      bytes(
        "outbox",
        used.map((one) => one.outboxBytes()),
      ),
      bytes(
        "snapshots",
        used.flatMap((one) => registry.snapshots(one).map((snapshot) => snapshot.bytes)),
      ),
    ],
  };
}

/** The metrics that every client library of Prometheus reports, under their standard names. */
function* processMetrics(): Generator<Metric> {
  const { user, system } = process.cpuUsage();
  yield {
    ...gauge(
      "process_cpu_seconds_total",
      "Total user and system CPU time spent in seconds.",
      (user + system) / 1e6,
    ),
    type: "counter",
  };
  const started = dateNow() / 1_000 - process.uptime();
  yield gauge(
    "process_start_time_seconds",
    "Start time of the process since unix epoch in seconds.",
    started,
  );
  yield gauge(
    "process_resident_memory_bytes",
    "Resident memory size in bytes.",
    process.memoryUsage.rss(),
  );
  const files = openFiles();
  if (files !== null) yield gauge("process_open_fds", "Number of open file descriptors.", files);
  yield gauge(
    "nodejs_eventloop_lag_max_seconds",
    "The longest delay of the event loop since the scrape before; watched from the first one on.",
    longestDelay(),
  );
}

/** Null where the system does not list them. */
function openFiles(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}

let delays: ReturnType<typeof monitorEventLoopDelay> | null = null;

/** In seconds, since the call before. */
function longestDelay(): number {
  if (delays === null) {
    delays = monitorEventLoopDelay({ resolution: 20 });
    delays.enable();
    return 0;
  }
  const { max } = delays;
  delays.reset();
  return max / 1e9;
}

function bytes(kind: string, values: readonly number[]): Sample {
  return [{ kind }, sum(values)];
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", samples: [[{}, value]] };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function linesOf({ name, help, type, samples }: Metric): readonly string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ([labels, value, suffix = ""]) => `${name}${suffix}${labelText(labels)} ${value}`,
    ),
  ];
}

/** The values are ids of operations and rules, statuses and kinds, so none needs an escape. */
function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

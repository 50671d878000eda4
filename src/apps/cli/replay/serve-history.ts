import { singleLine } from "../../../base/texts/visible.ts";
import { iso } from "../../../base/values/moment.ts";
import { newRunTime } from "../../../harness/explore/bundle/state-before.ts";
import type { HistoryBundle } from "../../../harness/simulate/bundle/history-bundle.ts";
import { eventText } from "../../../harness/simulate/report/story.ts";
import { startMs } from "../../../harness/simulate/world/named-world.ts";
import { newSimulatedTime } from "../../../harness/simulate/world/simulated-time.ts";
import type { PlayedWorld } from "../../../harness/simulate/world/world-before.ts";
import { worldBefore, worldEvents } from "../../../harness/simulate/world/world-before.ts";
import type { ReplayOptions } from "../options/replay.ts";
import { serveUntilStopped } from "../serve/serve.ts";
import { UsageError } from "../usage-error.ts";
import { historyWorld } from "./history.ts";

/** The events that are printed; a found history has at most four, a whole one hundreds. */
const shownMax = 20;
const nameLengthMax = 100;

/** Serves the world of a history after its last event, or just before event `--at`, until stopped. */
export async function serveHistory(
  bundle: HistoryBundle,
  { port, at: asked }: ReplayOptions,
): Promise<number> {
  const { history, startsAt, settings } = bundle;
  const last = worldEvents(history).length + 1;
  const at = asked ?? last;
  if (at > last) throw new UsageError(`--at is ${at}. Expected a number from 1 to ${last}.`);
  const { config, worlds } = historyWorld(settings, { port });
  const begins = startsAt - startMs(history.leads);
  const clock = newRunTime(begins);
  const time = newSimulatedTime(begins, (now) => clock.goTo(now - begins));
  return serveUntilStopped(
    config,
    async (sandbox) => {
      const played = { history, startsAt, every: bundle.options.every };
      const world = worldBefore(sandbox, played, { at, time });
      clock.letGo();
      process.stderr.write(worldText(bundle, world, last - 1));
      return async () => {};
    },
    { systemNow: clock.now },
    worlds,
  );
}

/** The finding, what happened, and the Leads that it is about. */
function worldText(
  { finding }: HistoryBundle,
  { happened, leadOf }: PlayedWorld,
  all: number,
): string {
  const { kind, column, lasting } = finding;
  const what = [kind, column].filter((one) => one !== null).join(" ");
  const numbered = happened.map((one, at) => `${at + 1}. ${iso(one.at)} ${eventText(one)}`);
  const shown = happened.slice(-shownMax);
  const names = new Set(shown.flatMap(({ event }) => event.lead ?? []));
  const leads = [...names].flatMap((name) => {
    const lead = leadOf(name);
    const named = name.slice(0, nameLengthMax);
    return lead === null ? [] : [`${named} is the Lead ${lead.id}, ${lead.email}`];
  });
  const left = happened.length - shown.length;
  const lines = [
    ...(left === 0 ? [] : [`… ${left} earlier events`]),
    ...numbered.slice(-shownMax),
    ...leads,
  ];
  return [
    `The finding: ${what}, ${lasting ? "lasting" : "late"}. The world after ${happened.length} of ${all} events, without the job:`,
    ...lines.map((line) => `  ${singleLine(line)}`),
    "",
  ].join("\n");
}

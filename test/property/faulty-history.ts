import { newWorld } from "../support/world.ts";
import type { World, WorldOptions } from "../support/world.ts";
import type { HistoryStep } from "./history.ts";
import { transcript } from "./history.ts";

/** Faults that hit some of the requests, one of them limited to an hour of workspace time. */
function plannedFaults(start: number): readonly object[] {
  const anHourIn = new Date(start + 3_600_000).toISOString();
  const aDayIn = new Date(start + 86_400_000).toISOString();
  return [
    { match: { method: "PATCH" }, then: { status: 503 }, probability: 0.3 },
    { match: { method: "GET" }, then: { kind: "empty", when: "after" }, probability: 0.2 },
    { match: { method: "DELETE" }, then: { status: 500, when: "after" }, probability: 0.5 },
    { then: { status: 502 }, probability: 0.4, startsAt: anHourIn, expiresAt: aDayIn },
  ];
}

/**
 * The responses of a workspace with a quota and planned faults to a history, and its final state.
 */
export async function toldUnderFaults(
  history: readonly HistoryStep[],
  options: WorldOptions & { readonly now: string },
): Promise<readonly string[]> {
  const assumptions = { "quota.headers": "ratelimit" };
  const world = await newWorld({ id: "repeatable", quotaPerHour: 90, assumptions, ...options });
  for (const fault of plannedFaults(Date.parse(options.now))) {
    // oxlint-disable-next-line no-await-in-loop -- faults are tried in the order they were planned
    await world.control("POST", "/faults", fault);
  }
  const lines = [...(await transcript(world, history)), ...(await ending(world))];
  await world.close();
  return lines;
}

const tellers = ["/requests?limit=1000", "/events", "/quotas", "/faults", "/coverage", "/state"];

async function ending(world: World): Promise<readonly string[]> {
  const replies = await Promise.all(tellers.map((path) => world.control("GET", path)));
  return replies.map(({ text }) => text.replaceAll(/"durationMs":[\d.e-]+/g, ""));
}

/**
 * The lines with each time after `start` replaced by the time since, in responses and mail headers.
 */
export function sinceStart(lines: readonly string[], start: string): readonly string[] {
  const began = Date.parse(start);
  const since = (found: string): string => {
    const passed = Date.parse(found) - began;
    return passed < 0 ? found : `<+${passed}>`;
  };
  return lines.map((line) =>
    line
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, since)
      .replaceAll(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d (?:\+0000|GMT)/g, (found) =>
        // Mail headers have no milliseconds.
        Date.parse(found) + 999 < began
          ? found
          : `<+${Math.floor((Date.parse(found) - began) / 1_000)} s>`,
      ),
  );
}

/** What every replay of a recording shares. */
import type { RecordedCall } from "../../traffic/call.ts";
import { inCausalOrder } from "../read/causal-order.ts";
import type { Signature } from "../read/features.ts";
import { recordedAnswer, signatureOf } from "../read/features.ts";
import type { History } from "../read/history.ts";
import { hasSucceeded, historyOf } from "../read/history.ts";
import { includedIn, listIn, shownPage, textIn } from "../read/shown-records.ts";
import type { RecordedKeys } from "./recorded-keys.ts";
import { recordedKeys } from "./recorded-keys.ts";
import type { RecordedWorld } from "./recorded-world.ts";
import { worldAtStart } from "./recorded-world.ts";
import { createdIn } from "./seen-records.ts";

export interface PreparedRecording {
  readonly entries: readonly RecordedCall[];
  /** The recorded signature of each call. */
  readonly signatures: readonly Signature[];
  readonly history: History;
  readonly keys: RecordedKeys;
  /** The world before the first call, a fixture. */
  readonly world: RecordedWorld;
  /** The FirmMembers of the world. */
  readonly memberIds: ReadonlySet<string>;
  /** Records of other Firms. */
  readonly foreignIds: ReadonlySet<string>;
  /** The ids of all records in answers. */
  readonly shownIds: ReadonlySet<string>;
  /** The ids in the world that no recording has: those of its keys, unknown Firms and unknown clients. */
  readonly madeUpIds: ReadonlySet<string>;
  /** Plans that answers show, but no Lead has: whose they are, and since when, is unknown. */
  readonly unknownPlans: ReadonlySet<string>;
  /** Equal for records whose order of creation is unknown. */
  readonly orderOf: (id: string) => string;
}

/** Prepares the calls of a recording for replays; `firmId` is the Firm of keys that show none. */
export function preparedRecording(
  calls: readonly RecordedCall[],
  firmId: string | null,
): PreparedRecording {
  const entries = inCausalOrder(calls);
  const history = historyOf(entries);
  const keys = recordedKeys(entries, firmId);
  const world = worldAtStart(entries, history, keys);
  const { firmMembers, leads, firms, clientProfiles } = world;
  const shownIds = new Set(entries.flatMap(idsIn));
  return {
    entries,
    signatures: entries.map((entry) => signatureOf(entry.template, recordedAnswer(entry))),
    history,
    keys,
    world,
    memberIds: new Set(firmMembers.map(({ id }) => id)),
    foreignIds: new Set(leads.map(({ id }) => id).filter((id) => !history.leads.has(id))),
    shownIds,
    madeUpIds: new Set([
      ...keys.all.flatMap((key) => [key.id, ...(key.firmId === firmId ? [key.firmId] : [])]),
      ...[...firms, ...clientProfiles]
        .map(({ id }) => id)
        .filter((id) => id.startsWith("recorded-")),
    ]),
    unknownPlans: unknownPlans(entries, history, world),
    orderOf(id) {
      const lead = history.leads.get(id);
      if (lead === undefined || lead.createdAt !== null) return id;
      return textIn(lead.sightings[0].record, "createdAt") ?? "";
    },
  };
}

function unknownPlans(
  entries: readonly RecordedCall[],
  history: History,
  { plans }: RecordedWorld,
): ReadonlySet<string> {
  const known = new Set<unknown>([...plans.map(({ id }) => id), ...createdIn(entries, "Plan")]);
  for (const { sightings } of history.leads.values()) {
    for (const { record } of sightings) {
      for (const id of listIn(record, "plan_ids")) known.add(id);
    }
  }
  const shown = entries
    .filter(hasSucceeded)
    .flatMap(({ template, json }) =>
      shownPage(template, json).records.flatMap((record) => [record, ...includedIn(record)]),
    );
  const ofPlans = shown.filter(({ kind }) => kind === "Plan").map(({ id }) => id);
  return new Set(ofPlans.filter((id) => !known.has(id)));
}

function idsIn(entry: RecordedCall): readonly string[] {
  if (!hasSucceeded(entry)) return [];
  return shownPage(entry.template, entry.json).records.flatMap((record) =>
    [record, ...includedIn(record)].map(({ id }) => id),
  );
}

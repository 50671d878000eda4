/** What a recording tells about its API keys. Their texts are replaced: none leaves this file. */
import type { Permission } from "../../../domain/model/api-key.ts";
import { defaultPermissions, permissions } from "../../../domain/model/api-key.ts";
import type { SurfaceName } from "../../../domain/model/surface.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import { hasSucceeded } from "../read/history.ts";
import { recordedSurface } from "../read/recorded-surface.ts";
import { listIn, shownPage, textIn } from "../read/shown-records.ts";

/** A key that a call of the recording used with success. */
export interface RecordedKey {
  readonly id: string;
  /** A made-up key. */
  readonly text: string;
  readonly surface: SurfaceName;
  readonly firmId: string;
  readonly permissions: readonly Permission[];
}

export interface RecordedKeys {
  readonly all: readonly RecordedKey[];
  /** The key of a call; null for one that never had success. */
  readonly of: (entry: RecordedCall) => RecordedKey | null;
  /** The X-API-Key to send for a call; null for none. */
  readonly sentFor: (entry: RecordedCall) => string | null;
}

/** The keys in `entries`. A key whose Firm no answer shows is of `firmId`. */
export function recordedKeys(
  entries: readonly RecordedCall[],
  firmId: string | null,
): RecordedKeys {
  const byText = Map.groupBy(entries, keyTextOf);
  const keys = new Map<string, RecordedKey>();
  const unknown = new Map<string, string>();
  for (const [text, calls] of byText) {
    const first = calls.find(hasSucceeded);
    if (first === undefined) unknown.set(text, keyText(unknownKeysFrom + unknown.size));
    else {
      keys.set(text, {
        id: `key-${keys.size + 1}`,
        text: keyText(keys.size + 1),
        surface: recordedSurface(first),
        firmId: firmOf(calls) ?? firmId ?? madeUpFirmId,
        permissions: permissionsOf(calls),
      });
    }
  }
  const of = (entry: RecordedCall): RecordedKey | null => keys.get(keyTextOf(entry)) ?? null;
  return {
    all: [...keys.values()],
    of,
    sentFor(entry) {
      const text = keyTextOf(entry);
      if (text === "" && entry.status === 401) return null;
      return of(entry)?.text ?? unknown.get(text) ?? null;
    },
  };
}

/** A recording may hide keys, or leave them out. */
function keyTextOf({ key }: RecordedCall): string {
  return key ?? "";
}

const madeUpFirmId = "recorded-firm";
const unknownKeysFrom = 900_000;

function keyText(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** The Firm whose Leads a key reads or creates. */
function firmOf(calls: readonly RecordedCall[]): string | null {
  const succeeded = calls.filter(hasSucceeded);
  const byPath = succeeded.find(({ template }) => template.startsWith("/firms/{firmId}/"));
  if (byPath !== undefined) return byPath.params["firmId"] ?? null;
  for (const { template, json } of succeeded) {
    for (const { kind, id, record } of shownPage(template, json).records) {
      if (kind === "Lead" && record["resourceType"] === "Firm") return textIn(record, "resourceId");
      if (kind === "FirmMember" || kind === "ReferralCode") return textIn(record, "firmId");
      if (kind === "Firm" && template === "/firms/{id}") return id;
    }
  }
  return null;
}

/** The default permissions, without those that were refused and never worked, and those that worked in addition. */
function permissionsOf(calls: readonly RecordedCall[]): readonly Permission[] {
  const worked = new Set<string>(
    calls.filter(hasSucceeded).map(({ permission }) => permission ?? ""),
  );
  // No key may POST /leads, whatever its permissions (rule lead.create.parent-in-body).
  const refused = new Set<string>(
    calls
      .filter(
        ({ status, template, method }) =>
          status === 403 && `${method} ${template}` !== "POST /leads",
      )
      .map(({ permission }) => permission ?? ""),
  );
  if (showsPlans(calls)) worked.add("plans:read");
  else if (calls.some(lacksPlans)) refused.add("plans:read");
  const byDefault: readonly Permission[] = defaultPermissions;
  return permissions.filter(
    (one) => worked.has(one) || (byDefault.includes(one) && !refused.has(one)),
  );
}

function showsPlans(calls: readonly RecordedCall[]): boolean {
  return calls.some(({ template, json }) =>
    shownPage(template, json).records.some(
      ({ kind, record }) => kind === "Lead" && "Plans" in record,
    ),
  );
}

/** Whether the call asked for Plans, and got Leads without them or a refusal. */
function lacksPlans(entry: RecordedCall): boolean {
  const { query, status, template, json } = entry;
  const include = new URLSearchParams(query).get("include") ?? "";
  if (!include.split(",").some((path) => path.split(".")[0] === "Plans")) return false;
  if (status === 403) return true;
  const { records } = shownPage(template, json);
  return hasSucceeded(entry) && records.some(({ record }) => listIn(record, "plan_ids").length > 0);
}

/** The recorded world as a fixture that anyone may see, and the choices that the recording denied. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { asJson, isJsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import { catalogue } from "../../../domain/rules/catalogue.ts";
import type { SourcedChoice } from "../../../server/settings/setting-values.ts";
import type { Explained } from "../judge/choose.ts";
import type { PreparedRecording } from "../world/prepare.ts";
import type { Hiding } from "./hiding.ts";

/** The fields that a person or a client wrote. */
const written: ReadonlySet<string> = new Set([
  "email",
  "firstName",
  "lastName",
  "phone",
  "clientData",
  "name",
  "type",
]);
const idFields: ReadonlySet<string> = new Set([
  "id",
  "firmId",
  "resourceId",
  "clientProfileId",
  "leadId",
  "referredByReferralCodeId",
]);

/**
 * A fixture with the recorded world, its people replaced and its keys left out. A recording of production only becomes
 * one of the sandbox environment, which a sandbox without further settings serves.
 */
export function shownWorld({ world }: PreparedRecording, hiding: Hiding): JsonObject {
  const isProduction = world.apiKeys.every(({ environment }) => environment === "production");
  const lists = Object.entries(world).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value];
    const records: readonly object[] = value;
    return [
      name,
      records.map((record) => ({
        ...shownRecord(record, name, hiding),
        ...(isProduction && "environment" in record ? { environment: "sandbox" } : {}),
      })),
    ];
  });
  return Object.fromEntries(lists);
}

function shownRecord(record: object, list: string, hiding: Hiding): JsonObject {
  const given = asJson(record);
  if (!isJsonObject(given)) return {};
  const own: JsonObject = Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => written.has(name) && !(list === "firms" && name === "name"),
    ),
  );
  const shown = hiding.fields(own);
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      if (name === "key") return [];
      if (Object.hasOwn(own, name)) return [[name, shown[name] ?? value]];
      if (list === "firms" && name === "name")
        return [
          [name, `Recorded Firm ${typeof given["id"] === "string" ? hiding.id(given["id"]) : ""}`],
        ];
      if (idFields.has(name) && typeof value === "string") return [[name, hiding.id(value)]];
      if (!Array.isArray(value) || name === "permissions") return [[name, value]];
      return [[name, value.map((id) => (typeof id === "string" ? hiding.id(id) : id))]];
    }),
  );
}

/** The rules that the recording denied, with their provenance: a file for `--assumptions`. */
export function deniedAssumptions(
  { verdicts }: Explained,
  { entries }: PreparedRecording,
): Record<string, SourcedChoice> {
  return Object.fromEntries(
    verdicts.flatMap(({ rule, verdict, choice, evidence }) => {
      const [first] = evidence;
      const entry = entries[first ?? -1];
      if (verdict !== "denied" || entry === undefined) return [];
      const further = evidence.length > 1 ? ` and ${evidence.length - 1} more` : "";
      const source = `check-har: entry ${entry.number} of file ${entry.file}${further}, not ${catalogue[rule].default}`;
      return [
        [rule, { choice, source, date: new Date(entry.sentAtMs).toISOString().slice(0, 10) }],
      ];
    }),
  );
}

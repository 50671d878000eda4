/** Replaces people, keys and whatever else a client wrote. Equal values have equal replacements. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { Anonymizer } from "../../../domain/hiding/anonymizer.ts";
import { newAnonymizer } from "../../../domain/hiding/anonymizer.ts";
import { hiddenParameters, hiddenPath } from "../../../domain/hiding/request-target.ts";
import type { RecordedCall } from "../../traffic/call.ts";
import { includedIn, shownPage, textIn } from "../read/shown-records.ts";
import type { PreparedRecording } from "../world/prepare.ts";

/** Functions that make parts of a recording fit to be shown. */
export interface Hiding {
  readonly id: (id: string) => string;
  /** The fields of a person, and other fields that a client writes. */
  readonly fields: (fields: JsonObject) => JsonObject;
  /** Method, path and query of a call. */
  readonly requestLine: (entry: RecordedCall) => string;
  readonly feature: (feature: string) => string;
  readonly value: (feature: string, value: string) => string;
}

/** Hides everything in a recording but `documented` words, ids that look random and those that are made up. */
export function newHiding(
  { entries, madeUpIds }: Pick<PreparedRecording, "entries" | "madeUpIds">,
  documented: ReadonlySet<string>,
): Hiding {
  const words = new Set([...documented, ...opaqueIds(entries), ...madeUpIds]);
  const anonymizer = newAnonymizer({ words, refused: new Set() });
  const shownJson = (text: string, name: string): string =>
    JSON.stringify(anonymizer.value(parsed(text), name, name));
  return {
    id: anonymizer.id,
    fields(fields) {
      const shown = anonymizer.body(fields);
      return isJsonObject(shown) ? shown : {};
    },
    requestLine: (entry) => requestLine(entry, anonymizer),
    feature(feature) {
      if (feature.startsWith("error "))
        return `error ${pathOf(feature.slice("error ".length), anonymizer)}`;
      const { kind, id, name } = partsOf(feature);
      if (kind === "") return feature;
      return [kind, anonymizer.id(id), name].filter((part) => part !== "").join(" ");
    },
    value(feature, value) {
      if (feature.startsWith("error ")) {
        return value
          .split(", ")
          .map((code) => (documented.has(code) ? code : "another code"))
          .join(", ");
      }
      const { name } = partsOf(feature);
      switch (name) {
        case "email":
        case "phone":
        case "clientData":
          return shownJson(value, name);
        case "names":
          return named(value, ["firstName", "lastName"], anonymizer);
        case "plan":
          return named(value, planFields, anonymizer);
        case "Plans":
          return planList(value, anonymizer);
        default:
          return value;
      }
    },
  };
}

function pathOf(field: string, anonymizer: Anonymizer): string {
  const parts = field.split(".");
  return parts.map((part) => (/^\d+$/.test(part) ? part : anonymizer.name(part))).join(".");
}

const planFields = ["type", "name", "status"];

/** Splits a feature such as `Lead x1 email`; all parts are empty for other features. */
function partsOf(feature: string): {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
} {
  const [, kind = "", rest = ""] =
    /^(Lead|Plan|ClientProfile|Firm|FirmMember|ReferralCode) (.*)$/s.exec(feature) ?? [];
  const name = recordFeatures.find((one) => rest.endsWith(` ${one}`)) ?? "";
  const id = name === "" ? rest : rest.slice(0, -name.length - 1);
  return { kind, id, name };
}

const recordFeatures = [
  "email",
  "names",
  "phone",
  "clientData",
  "deleted",
  "deletedAt - convertedAt",
  "updatedAt = convertedAt",
  "Plans",
  "plan",
];

function named(value: string, names: readonly string[], anonymizer: Anonymizer): string {
  const parts = parsed(value);
  if (!Array.isArray(parts)) return "";
  return JSON.stringify(
    parts.map((part: Json, at) => anonymizer.value(part, names[at] ?? "", names[at] ?? "")),
  );
}

function planList(value: string, anonymizer: Anonymizer): string {
  const plans = parsed(value);
  if (!Array.isArray(plans)) return "";
  return `[${plans.map((plan: Json) => named(JSON.stringify(plan), planFields, anonymizer)).join(", ")}]`;
}

/** Null for another text, such as a list with an item that is not a Plan. */
function parsed(text: string): Json {
  return parsedJson(text) ?? null;
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]);

function requestLine({ method, path, query }: RecordedCall, anonymizer: Anonymizer): string {
  const shown = hiddenParameters(query, anonymizer)
    .map((pair) => pair.join("="))
    .join("&");
  const target = hiddenPath(path, anonymizer) + (shown === "" ? "" : `?${shown}`);
  return `${methods.has(method) ? method : "OTHER"} ${target}`;
}

/** The ids in a recording that cannot be the name of a person: no part of them is one. */
function* opaqueIds(entries: readonly RecordedCall[]): Generator<string> {
  const personal = new Set<string>();
  const ids = new Set<string>();
  for (const { params, template, json, body } of entries) {
    for (const id of Object.values(params)) ids.add(id);
    for (const word of wordsIn(parsed(body ?? ""))) personal.add(word);
    for (const record of shownPage(template, json).records) {
      for (const shown of [record, ...includedIn(record)]) {
        ids.add(shown.id);
        for (const name of ["resourceId", "firmId", "referredByReferralCodeId"]) {
          ids.add(textIn(shown.record, name) ?? "");
        }
        for (const id of listOf(shown.record["plan_ids"])) if (typeof id === "string") ids.add(id);
        for (const word of wordsIn(shown.record)) personal.add(word);
      }
    }
  }
  for (const id of ids) {
    const parts = id.toLowerCase().split(/[\d_-]+/);
    const names = [...parts, parts.join("")];
    if (/^[\w-]{4,64}$/.test(id) && !names.some((part) => personal.has(part))) yield id;
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The words of three letters and more in the names and emails of a record, in lower case. */
function wordsIn(record: Json): readonly string[] {
  if (!isJsonObject(record)) return [];
  const texts = ["email", "firstName", "lastName"].map((name) => textIn(record, name) ?? "");
  const [email = "", ...names] = texts;
  const found = [email.split("@")[0] ?? "", ...names, names.join("")].flatMap((text) => [
    text.toLowerCase(),
    ...text.toLowerCase().split(/[^\p{L}]+/u),
  ]);
  return found.filter((word) => word.length >= 3);
}

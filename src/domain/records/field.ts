/**
 * A kind of record is a table of fields. The record type follows from the table. So do its other forms, each
 * in its own room: columns and rows in `store`, answers in `api`, fixtures in `workspace`, the tester's view
 * in `control`.
 */
import type { Json, JsonObject } from "../../base/values/json.ts";

/** The type of a value for each kind of field. A `moment` is epoch milliseconds. */
interface Values {
  readonly id: string;
  readonly text: string;
  /** A text that the interface may spell differently (rule plan.status.spelling). */
  readonly status: string;
  readonly moment: number;
  readonly json: Json;
  readonly object: JsonObject;
  readonly strings: readonly string[];
  readonly flag: boolean;
  readonly number: number;
}
export type Kind = keyof Values;

/**
 * The forms of a record outside the process: answers of the emulated API, fixtures and saved state, the
 * tester's view.
 */
export type Form = "wire" | "world" | "control";

/**
 * When a field gets its value, and from which source. Records keep their fields in this order. A `derived`
 * field is not stored: each form computes it.
 */
export const setters = ["creation", "parent", "client", "platform", "derived", "service"] as const;
export type Setter = (typeof setters)[number];

/** One field; tables have them in the order of the wire. */
export interface Field {
  readonly kind: Kind;
  readonly setBy: Setter;
  readonly nullable?: true;
  /** The allowed values of the field, or of the items in its list. */
  readonly oneOf?: readonly string[];
  /** Its name outside the process, if different. */
  readonly as?: string;
  /** Omits null from the forms instead of writing it. */
  readonly leftOut?: true;
  /** The value when a fixture omits the field; null for a nullable field. */
  readonly default?: string;
  /** The forms without this field. */
  readonly notIn?: readonly Form[];
  /** The version of the database that adds its nullable column to the table of Leads. Never edit a shipped one. */
  readonly since?: number;
}
export type Fields = Readonly<Record<string, Field>>;

type OrNull<Of extends Field> = Of extends { readonly nullable: true } ? null : never;
type Choice<Of extends Field, Value> = Of extends { readonly oneOf: readonly (infer One)[] }
  ? One
  : Value;

export type ValueOf<Of extends Field> =
  | (Of["kind"] extends "strings" ? readonly Choice<Of, string>[] : Choice<Of, Values[Of["kind"]]>)
  | OrNull<Of>;

/** The JSON type of a field; a moment is an ISO 8601 string. */
export type JsonValueOf<Of extends Field> =
  | (Of["kind"] extends "moment"
      ? string
      : Of["kind"] extends "strings"
        ? Choice<Of, string>[]
        : Choice<Of, Values[Of["kind"]]>)
  | OrNull<Of>;

/** A record that has these fields. */
export type RecordOf<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name]["setBy"] extends "derived" ? never : Name]: ValueOf<
    Of[Name]
  >;
};

export type NamesSetBy<Of extends Fields, By extends Setter> = {
  [Name in keyof Of]: Of[Name]["setBy"] extends By ? Name : never;
}[keyof Of];

/** The names of the optional texts that a client sends. */
export type OptionalTexts<Of extends Fields> = {
  [Name in NamesSetBy<Of, "client">]: Of[Name] extends {
    readonly kind: "id" | "text";
    readonly nullable: true;
  }
    ? Name
    : never;
}[NamesSetBy<Of, "client">];

/** Whether a form of the record has the field. */
export type IsIn<Of extends Field, In extends Form> = Of extends {
  readonly notIn: readonly (infer Lacking)[];
}
  ? In extends Lacking
    ? false
    : true
  : true;

/** The name of a field outside the process. */
export type NameOf<Name, Of extends Field> = Of extends { readonly as: infer Other } ? Other : Name;

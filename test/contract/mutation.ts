import type { RuleId } from "../../src/domain/rules/catalogue.ts";
import type { Front } from "../harness/pact/verified-reference.ts";

/** A service that violates one rule, with the interaction and the place that must detect it. */
export interface Mutation {
  readonly rule: RuleId;
  readonly change: string;
  readonly noticedBy: string;
  readonly place: string;
  readonly assumptions?: Readonly<Record<string, string>>;
  readonly front?: Front;
}

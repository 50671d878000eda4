import type { RuleId } from "../../src/rules/catalogue.ts";
import type { Front } from "../pact/verified-reference.ts";

/** A service that differs from the interface in one rule, an interaction that has to notice, and where. */
export interface Mutation {
  readonly rule: RuleId;
  readonly change: string;
  readonly noticedBy: string;
  readonly place: string;
  readonly assumptions?: Readonly<Record<string, string>>;
  readonly front?: Front;
}

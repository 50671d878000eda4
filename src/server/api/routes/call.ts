import type { ApiKey, Permission } from "../../../domain/model/api-key.ts";
import type { Surface } from "../../../domain/model/surface.ts";
import type { ChoiceRuleId } from "../../../domain/rules/catalogue.ts";
import type { RuleTrace } from "../../../domain/rules/trace.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import type { BodyResult } from "../../../network/http/body.ts";
import type { RuledOperation } from "../../../network/http/operation.ts";
import type { Store } from "../../../world/store/store.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";

/** A request that passed the gates, as an operation sees it. It happens at `now`, epoch milliseconds. */
export interface ApiCall {
  readonly workspace: Workspace;
  readonly store: Store;
  readonly trace: RuleTrace;
  readonly now: number;
  readonly key: ApiKey;
  readonly surface: Surface;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Pick<URLSearchParams, "get" | "getAll" | "has" | "keys" | "size">;
  /** The body; null where the operation takes none. */
  readonly body: BodyResult | null;
  /** Throws 409 for an Idempotency-Key that was used before (rule http.idempotency-key): a POST calls it before conflicts. */
  readonly refuseUsedKey: () => void;
  /** Warns the developer that the name `sent` resembles the documented one. */
  readonly hint: (text: string) => void;
}

/** An operation's answer: a body whose schema is still to check, or the text of one whose parts were checked. */
export type ApiAnswer =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: number; readonly text: string };

/** The rules with the choices `offered` and `404`. */
export type OfferRuleId =
  | Extract<ChoiceRuleId, `resource.generic.${string}`>
  | "lead.list-all"
  | "lead.list.firm-member";

/**
 * An endpoint of the emulated API. `run` refuses in the order of rule error.order: access first, then the
 * query and the body, then conflicts.
 */
export interface ApiOperation extends RuledOperation {
  readonly permission: Permission | null;
  /** The rule under which a service may not offer the operation. */
  readonly offeredBy?: OfferRuleId;
  readonly run: (call: ApiCall) => ApiAnswer;
  readonly prepare?: Prepare;
}

/**
 * Waits for what a request needs before it is carried out, after the key was permitted. Returns what runs instead of
 * `run`, which refuses: this neither refuses nor changes anything.
 */
export type Prepare = (
  request: Pick<ApiCall, "workspace" | "store" | "params" | "body"> & {
    /** Whether nothing waits for an answer any more. */
    readonly isGone: () => boolean;
  },
) => Promise<ApiOperation["run"]>;

/**
 * 404, both for a missing record and for one that the key may not access (interface 7; rule
 * auth.foreign-record).
 */
export function notFound(what: string): ApiError {
  return new ApiError({
    status: 404,
    rules: ["auth.foreign-record"],
    reason: `The key cannot access a ${what} with this id: it does not exist or belongs to another Firm.`,
  });
}

/** 404 for a soft-deleted record that the scope excludes (interface 2.6; by default rule scope.default). */
export function softDeleted(
  what: string,
  state: string,
  reach: "by-scope" | "not" = "by-scope",
  rule: "scope.default" | "scope.deleted-parent" = "scope.default",
): ApiError {
  const way = reach === "by-scope" ? "scope=withDeleted reaches it" : "no scope reaches it here";
  return new ApiError({
    status: 404,
    rules: [rule],
    reason: `The ${what} is ${state} and so soft-deleted; ${way}.`,
  });
}

/** The types of a call, derived from the server's operation. */
import type * as z from "zod";

import type { controlOperations } from "../../server/control/calls/operations.ts";
import type { calls } from "./calls.ts";

/** The id of an operation of the control plane, such as `list-leads`. */
export type CallId = keyof typeof calls;

type Operation<Id extends CallId> = Extract<
  (typeof controlOperations)[number],
  { readonly id: Id }
>;

/** The query parameters that an operation takes; numbers are sent as their digits. */
export type QueryOf<Id extends CallId> = z.input<Operation<Id>["query"]>;

/** The body that an operation takes. */
export type BodyOf<Id extends CallId> =
  Operation<Id> extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : undefined;

/** All that an operation answers as JSON. */
export type AnswerOf<Id extends CallId> =
  Operation<Id> extends { readonly answer: infer Answer extends z.ZodType }
    ? z.output<Answer>
    : never;

/** The type of `data` in an answer. */
export type DataOf<Id extends CallId> =
  AnswerOf<Id> extends { readonly data: infer Data } ? Data : never;

/** A value for each parameter in a path. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

/** The input of an operation. */
export interface InputOf<Id extends CallId> {
  readonly params?: ParamsOf<(typeof calls)[Id]>;
  readonly query?: QueryOf<Id>;
  readonly body?: BodyOf<Id>;
  readonly signal?: AbortSignal | undefined;
  /** Sends the control token, also to a workspace that has a token of its own. */
  readonly asOperator?: true;
}

/** The types of a call, derived from the server's operation. */
import type * as z from "zod";

import type { controlOperations } from "../../server/control/calls/operations.ts";

type Operations = (typeof controlOperations)[number];

type FormOf<Op> = Op extends {
  readonly method: infer M extends string;
  readonly path: infer P extends string;
}
  ? `${M} ${P}`
  : never;

/** The method and path of an operation, such as `GET /leads`. */
export type Call = FormOf<Operations>;

type Operation<C extends Call> = C extends `${infer M} ${infer Path}`
  ? Extract<Operations, { readonly method: M; readonly path: Path }>
  : never;

/** The query parameters that an operation takes; numbers are sent as their digits. */
export type QueryOf<C extends Call> = z.input<Operation<C>["query"]>;

/** The body that an operation takes. */
export type BodyOf<C extends Call> =
  Operation<C> extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : undefined;

/** All that an operation answers as JSON. */
export type AnswerOf<C extends Call> =
  Operation<C> extends { readonly answer: infer Answer extends z.ZodType }
    ? z.output<Answer>
    : never;

/** The type of `data` in an answer. */
export type DataOf<C extends Call> =
  AnswerOf<C> extends { readonly data: infer Data } ? Data : never;

/** A value for each parameter in a path. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

/** The input of an operation. */
export interface InputOf<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  readonly signal?: AbortSignal | undefined;
  /** Sends the control token, also to a workspace that has a token of its own. */
  readonly asOperator?: true;
}

/** The types of a call, derived from the server's operation. */
import type * as z from "zod";

import type { ControlOperation } from "../../server/control/calls/operation.ts";

/** The query parameters that an operation takes; numbers are sent as their digits. */
export type QueryOf<Op extends ControlOperation> = z.input<Op["query"]>;

/** The body that an operation takes. */
export type BodyOf<Op extends ControlOperation> = Op extends {
  readonly body: infer Body extends z.ZodType;
}
  ? z.input<Body>
  : undefined;

/** All that an operation answers as JSON. */
export type AnswerOf<Op extends ControlOperation> = Op extends {
  readonly answer: infer Answer extends z.ZodType;
}
  ? z.output<Answer>
  : never;

/** The type of `data` in an answer. */
export type DataOf<Op extends ControlOperation> =
  AnswerOf<Op> extends { readonly data: infer Data } ? Data : never;

/** A value for each parameter in the path of an operation. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

/** The input of an operation. */
export interface InputOf<Op extends ControlOperation> {
  readonly params?: ParamsOf<Op["path"]>;
  readonly query?: QueryOf<Op>;
  readonly body?: BodyOf<Op>;
  readonly signal?: AbortSignal | undefined;
  /** Sends the control token, also to a workspace that has a token of its own. */
  readonly asOperator?: true;
}

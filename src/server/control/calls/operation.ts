import * as z from "zod";

import type { Cause } from "../../../domain/model/cause.ts";
import type { Method, Operation } from "../../../network/http/operation.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import type { Holder } from "../access/reach.ts";
import type { ServerInfo } from "../server/server-info.ts";
import { parsed, readQuery } from "./input.ts";
import { NoQuery } from "./shapes.ts";

export interface ControlCall {
  readonly registry: Registry;
  readonly server: ServerInfo;
  /** Who calls; null where no token is needed. */
  readonly holder: Holder | null;
  /** The workspace of the path, or `default`. */
  readonly workspace: Workspace;
  readonly params: Readonly<Record<string, string>>;
  readonly url: string;
  readonly headers: Headers;
  readonly cause: Cause;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The answer of a control operation: JSON, or a body of another media type. */
export type ControlAnswer =
  | {
      readonly status: 200 | 201;
      readonly json: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly status: 200 | 201;
      readonly body: string | Uint8Array | ReadableStream<Uint8Array>;
      readonly mediaType: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

type Answering = ControlAnswer | Promise<ControlAnswer>;

/**
 * One call of the control plane. A `workspace` operation has two paths: below the workspace of the path, and
 * directly below the prefix for the workspace `default`. The type omits the code, because the client's types derive
 * from it and must not contain server types.
 */
export interface ControlOperation extends Operation {
  readonly level: "server" | "workspace";
  /** The media type of an answer that is not JSON. */
  readonly mediaType?: string;
  /**
   * What the call deletes or ends, and no other call brings back; null if nothing. The console asks before it sends a
   * call that destroys something. A clock that moved on cannot go back, but nothing is lost by it.
   */
  readonly destroys?: string | null;
  /** Statuses that it alone answers. */
  readonly refuses?: readonly (421 | 507)[];
}

/** Takes the unparsed query and body. */
type Run = (call: ControlCall, query: unknown, body: unknown) => Answering;

/** The code of an operation created by `withQuery` or `withBody`. */
export function runOf(operation: ControlOperation): Run {
  if (!hasCode(operation)) throw new Error(`The operation ${operation.id} has no code.`);
  return operation.run;
}

function hasCode(
  operation: ControlOperation,
): operation is ControlOperation & { readonly run: Run } {
  return "run" in operation && typeof operation.run === "function";
}

/** The common fields of every definition. Keeps literal types for the typed client. */
interface Definition<
  M extends Method,
  Path extends string,
  Answer extends z.ZodType | null,
> extends Pick<ControlOperation, "id" | "summary" | "mediaType" | "refuses"> {
  /** By default `workspace`. */
  readonly level?: ControlOperation["level"];
  readonly method: M;
  readonly path: Path;
  readonly status?: 200 | 201;
  readonly answer: Answer;
}

interface Changing {
  readonly destroys: string | null;
}

/** What a call without a body says besides: a GET changes nothing. */
type ByMethod<M extends Method> = M extends "GET" ? object : Changing;

/** Omits the narrowed members, so that their wider types do not show. */
type Defined<M, Path, Answer> = Omit<
  ControlOperation,
  "method" | "path" | "answer" | "query" | "body"
> & {
  readonly method: M;
  readonly path: Path;
  readonly answer: Answer;
};

/** A call without a body; `run` gets the parsed query. */
export function withQuery<
  M extends Method,
  const Path extends string,
  Query extends z.ZodObject,
  Answer extends z.ZodType | null,
>(
  definition: Definition<M, Path, Answer> &
    ByMethod<M> & {
      readonly query: Query;
      readonly run: (call: ControlCall, query: z.infer<Query>) => Answering;
    },
): Defined<M, Path, Answer> & { readonly query: Query } {
  const { query, level = "workspace", status = 200 } = definition;
  const run: Run = (call, rawQuery) => definition.run(call, readQuery(query, rawQuery));
  const operation = { ...definition, level, status, run };
  return operation;
}

/** A call without parameters and body. */
export function withNoQuery<
  M extends Method,
  const Path extends string,
  Answer extends z.ZodType | null,
>(
  definition: Definition<M, Path, Answer> &
    ByMethod<M> & { readonly run: (call: ControlCall) => Answering },
): Defined<M, Path, Answer> & { readonly query: typeof NoQuery } {
  return withQuery<M, Path, typeof NoQuery, Answer>({ ...definition, query: NoQuery });
}

/** A call whose body is bytes of the media type `bodyType`; any Content-Type is accepted, as the bytes say what they are. */
export function withBytes<
  M extends Method,
  const Path extends string,
  Query extends z.ZodObject,
  Answer extends z.ZodType | null,
>(
  definition: Definition<M, Path, Answer> &
    Changing & {
      readonly query: Query;
      readonly bodyType: string;
      readonly run: (call: ControlCall, query: z.infer<Query>, bytes: Buffer) => Answering;
    },
): Defined<M, Path, Answer> & { readonly query: Query; readonly body: typeof Bytes } {
  const { query, level = "workspace", status = 200 } = definition;
  const run: Run = (call, rawQuery, rawBody) => {
    const bytes =
      rawBody instanceof Uint8Array
        ? Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.length)
        : Buffer.alloc(0);
    return definition.run(call, readQuery(query, rawQuery), bytes);
  };
  const operation = { ...definition, level, status, body: Bytes, run };
  return operation;
}

const Bytes = z.instanceof(Uint8Array);

/**
 * A call with a JSON body and no query; `run` gets the parsed body. `fromQuery` makes the body of a call without one
 * from its query; null for a query that has none.
 */
export function withBody<
  M extends Method,
  const Path extends string,
  Body extends z.ZodType,
  Answer extends z.ZodType | null,
>(
  definition: Definition<M, Path, Answer> &
    Changing & {
      readonly body: Body;
      readonly fromQuery?: (query: unknown) => object | null;
      readonly run: (call: ControlCall, body: z.infer<Body>) => Answering;
    },
): Defined<M, Path, Answer> & { readonly body: Body; readonly query: typeof NoQuery } {
  const { fromQuery = () => null, ...rest } = definition;
  const { body, level = "workspace", status = 200 } = rest;
  const run: Run = (call, rawQuery, rawBody) => {
    const queried = rawBody === undefined ? fromQuery(rawQuery) : null;
    if (queried !== null) return rest.run(call, parsed(body, queried, "query"));
    readQuery(NoQuery, rawQuery);
    return rest.run(call, parsed(body, rawBody, "body"));
  };
  const operation = { ...rest, level, status, query: NoQuery, run };
  return operation;
}

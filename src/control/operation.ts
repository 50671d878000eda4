import type * as z from "zod";

import type { Operation } from "../http/operation.ts";
import type { Registry } from "../workspace/registry.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { parsed } from "./input.ts";
import type { ServerInfo } from "./server-info.ts";
import { NoQuery } from "./shapes.ts";

/** What a control operation works on. */
export interface ControlCall {
  readonly registry: Registry;
  readonly server: ServerInfo;
  /** The workspace that the path names, `default` where it names none. */
  readonly workspace: Workspace;
  readonly params: Readonly<Record<string, string>>;
}

/** What a control operation answers: JSON, or text of another media type. */
export type ControlAnswer =
  | { readonly status: 200 | 201; readonly json: unknown }
  | { readonly status: 200; readonly text: string; readonly mediaType: string };

type Answering = ControlAnswer | Promise<ControlAnswer>;

/**
 * One call of the tester's plane. A `workspace` operation exists twice: below the workspace that the path
 * names, and directly below the prefix for the workspace named `default`.
 */
export interface ControlOperation extends Operation {
  readonly level: "server" | "workspace";
  /** Takes the query and the body as they were sent. */
  readonly run: (call: ControlCall, query: unknown, body: unknown) => Answering;
}

type Shared = Omit<Operation, "query" | "body" | "status"> & {
  readonly level: "server" | "workspace";
  readonly status?: 200 | 201;
};

/** A call without a body; `run` gets the query as its schema reads it. */
export function reading<Query extends z.ZodObject>(
  definition: Shared & {
    readonly query: Query;
    readonly run: (call: ControlCall, query: z.infer<Query>) => Answering;
  },
): ControlOperation {
  const { run, query, status = 200 } = definition;
  return {
    ...definition,
    status,
    run: (call, rawQuery) => run(call, parsed(query, rawQuery, "query")),
  };
}

/** A call with a JSON body and no query; `run` gets the body as its schema reads it. */
export function writing<Body extends z.ZodType>(
  definition: Shared & {
    readonly body: Body;
    readonly run: (call: ControlCall, body: z.infer<Body>) => Answering;
  },
): ControlOperation {
  const { run, body, status = 200 } = definition;
  return {
    ...definition,
    status,
    query: NoQuery,
    run(call, rawQuery, rawBody) {
      parsed(NoQuery, rawQuery, "query");
      return run(call, parsed(body, rawBody, "body"));
    },
  };
}

/** What happened between a client and a Lead API: in a recording, a journal, or a run of the client. */
import type { Json } from "../../base/values/json.ts";
import type { SurfaceName } from "../../domain/model/surface.ts";

/** A call of the Lead API: a request and its answer. Times are milliseconds on the clock of what holds the calls. */
export interface Call {
  /** In upper case. */
  readonly method: string;
  readonly scheme: "http" | "https";
  /** With the port, if the URL has one. */
  readonly host: string;
  /** What stands before the path of the interface, such as `/partner`; empty for most. */
  readonly basePath: string;
  /** The path after the base path, as sent, with its version if it has one. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** The id of the operation; method and documented path for a method that the path does not offer. */
  readonly operation: string;
  /** Null for a host that the interface does not name. */
  readonly surface: SurfaceName | null;
  /** Tells keys apart: the value of X-API-Key as it was seen, or a hash of it; null without the header. */
  readonly key: string | null;
  /** By lower-case name. Empty if none were recorded. */
  readonly requestHeaders: ReadonlyMap<string, string>;
  /** Empty for a request without one; null if it was not recorded. */
  readonly body: string | null;
  /** 0 for a request that got no answer. */
  readonly status: number;
  /** By lower-case name. Empty if none were recorded. */
  readonly responseHeaders: ReadonlyMap<string, string>;
  /** The body of the answer; null if it was not recorded. */
  readonly answer: string | null;
  readonly sentAtMs: number;
  /** When the answer ended; at or after `sentAtMs`. */
  readonly answeredAtMs: number;
}

/** A call that a file holds. Its times are those of the service, as epoch milliseconds. */
export interface RecordedCall extends Call {
  /** The place of the file among those given, from 1. */
  readonly file: number;
  /** The place in `log.entries` of its file, from 1. */
  readonly number: number;
  /** Whether the order in the file is that of the calls, as in the sandbox's own export. */
  readonly isInOrder: boolean;
  /** The documented path, such as `/leads/{leadId}`. */
  readonly template: string;
  /** The values of the parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Null for a method that the path does not offer. */
  readonly permission: string | null;
  /** The JSON of the answer; undefined if it was not recorded, or is not JSON. */
  readonly json: Json | undefined;
}

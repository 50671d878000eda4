import type { Json } from "../../../base/values/json.ts";

export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether it may be asked again: as it is, because it changes nothing, about another person, or never. */
  readonly again: "same" | "other-person" | "never";
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Json;
}

/** The form of an answer, as `http.json` judges it. */
export interface Form {
  readonly status: number;
  readonly type: string;
  readonly isObject: boolean;
}

/** What came back when a request was sent once. */
export type Sending =
  | { readonly problem: null; readonly reply: Reply; readonly form: null }
  | {
      /** Why it is not an answer of the service: its status and content type, or that the connection was lost. */
      readonly problem: string;
      readonly reply: Reply | null;
      /** The form of an answer below 500 that is not JSON. */
      readonly form: Form | null;
    };

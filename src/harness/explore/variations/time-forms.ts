/** Other forms of time that a provider may use, or none, which only `assess` tries (rule lead.timestamps.form). */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { rewritten } from "./rewriting.ts";
import type { RunVariation, VariedRequest } from "./variation.ts";

/** A time as the interface shows it, and any of the forms here. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const anyTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

const forms: readonly {
  readonly id: string;
  readonly sentence: string;
  readonly form: (text: string) => string;
}[] = [
  {
    id: "times-without-milliseconds",
    sentence: "Timestamps have no milliseconds.",
    form: (text) => text.replace(/\.\d{3}Z$/, "Z"),
  },
  {
    id: "times-with-microseconds",
    sentence: "Timestamps have six digits after the second.",
    form: (text) => text.replace(/Z$/, "000Z"),
  },
  {
    id: "times-with-offset",
    sentence: "Timestamps end with +00:00 instead of Z.",
    form: (text) => text.replace(/Z$/, "+00:00"),
  },
];

/** Answers without the header `Date`, which the server of the run leaves out. */
export const undated: RunVariation = {
  id: "no-date",
  sentence: "Answers have no Date header.",
  family: "evolution",
  rules: [],
  operations: () => true,
  vary(request) {
    request.onEffect();
    return request.next();
  },
};

/** One for each form. The provider reads the form that it writes. */
export const timeForms: readonly RunVariation[] = forms.map(({ id, sentence, form }) => ({
  id,
  sentence,
  family: "evolution",
  rules: ["lead.timestamps.form"],
  operations: () => true,
  async vary(request) {
    const answer = await request.next(plainTimes(request));
    return rewritten(
      answer,
      (body) => everyText(body, (text) => (time.test(text) ? form(text) : text)),
      request,
    );
  },
}));

/** The ids of the forms, and of their absence. */
export const timeFormIds: ReadonlySet<string> = new Set(
  [...timeForms, undated].map(({ id }) => id),
);

/** The request with its times as the sandbox reads them. */
function plainTimes({ context, body }: VariedRequest): { query?: string; body?: string } {
  const { query } = context.target;
  const parameters = [...new URLSearchParams(query)];
  const entries = parameters.map(([name, value]): [string, string] => [name, plain(value)]);
  const isChanged = parameters.some(([, value]) => plain(value) !== value);
  const sent = body === null ? null : plain(body);
  return {
    ...(isChanged ? { query: new URLSearchParams(entries).toString() } : {}),
    ...(sent === null || sent === body ? {} : { body: sent }),
  };
}

function plain(text: string): string {
  return text.replaceAll(anyTime, (found) => {
    const [, second = found, fraction = ""] = /^(.{19})(?:\.(\d+))?/.exec(found) ?? [];
    return `${second}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
  });
}

function everyText(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => everyText(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, everyText(item, change)]),
  );
}

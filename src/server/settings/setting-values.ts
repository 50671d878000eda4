/** The kinds of values that settings take, each with the text that an error shows as expected. */
import * as z from "zod";

import { readSize } from "../../base/values/byte-count.ts";
import { withoutBrackets } from "../../base/values/host-pattern.ts";
import { isJsonObject } from "../../base/values/json.ts";
import { plainPublicUrl, publicUrlProblem } from "../../base/values/public-url.ts";
import { surfaceNames } from "../../domain/model/surface.ts";
import { assumptionRefusal } from "../../domain/rules/trace.ts";
import { smtpServer, smtpUrlShape } from "../../world/mail/smtp-url.ts";
import { readJson } from "./settings-file.ts";

export interface Kind<Schema extends z.ZodType> {
  /** Created only when a setting is given, because most are not: this keeps startup fast. */
  readonly schema: () => Schema;
  /** The allowed values, to complete "Expected ...". */
  readonly expected: string;
}

/** Non-empty text. */
export function text(expected: string) {
  return { schema: () => z.string().min(1), expected };
}

/** Text that a client can send as a bearer token. */
export const token = {
  schema: () => z.string().regex(/\S/),
  expected: "a token that is not empty",
};

/** One of a few words. */
export function oneOf<const Word extends string>(...words: readonly Word[]) {
  return { schema: () => z.enum(words), expected: words.join(", ").replace(/, (?=\S+$)/, " or ") };
}

export const onOff = {
  schema: () =>
    z
      .union([z.boolean(), z.enum(["on", "off", "true", "false", "1", "0"])])
      .transform((value) => value === true || value === "on" || value === "true" || value === "1"),
  expected: "on or off",
};

/** An integer, also as text from a flag or environment variable; empty text is invalid. */
export function integer(min: number = Number.MIN_SAFE_INTEGER, max?: number) {
  const range =
    max === undefined ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`;
  return {
    schema: () => integerSchema(min, max),
    expected: min === Number.MIN_SAFE_INTEGER ? "an integer" : range,
  };
}

function integerSchema(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );
}

export const port = integer(0, 65_535);

/** A number of bytes, also with a unit. */
export const size = {
  schema: () =>
    z.preprocess(
      (given) => (typeof given === "string" ? readSize(given) : given),
      integerSchema(1),
    ),
  expected: "a size of at least 1 byte, such as 50MB or 512MiB",
};

/** A number of requests; null for no limit. */
export const quota = {
  schema: () => z.union([z.null(), z.literal("off").transform(() => null), integer(1).schema()]),
  expected: "an integer above 0, or off",
};

/** Two hexadecimal digits. The index of a pod, 0 to 99, is one: a single digit gets a zero in front. */
export const shard = {
  schema: () =>
    z.preprocess(
      (given) => (typeof given === "number" ? String(given) : given),
      z
        .string()
        .regex(/^[0-9a-f]{1,2}$/i)
        .transform((digits) => digits.toLowerCase().padStart(2, "0")),
    ),
  expected: "two hexadecimal digits, or the index of a pod from 0 to 99",
};

export const webUrl = {
  schema: () => z.url({ protocol: /^https?$/ }),
  expected: "an HTTP or HTTPS URL, such as http://127.0.0.1:4610",
};

/** The base of links, below which paths follow. */
export const publicUrl = {
  schema: () =>
    webUrl
      .schema()
      .superRefine((given, context) => {
        const message = publicUrlProblem(given);
        if (message !== null) context.addIssue({ code: "custom", message });
      })
      .transform(plainPublicUrl),
  expected: webUrl.expected,
};

/** A name or an address to listen on. Users copy an IPv6 address with the brackets that URLs need. */
export const host = {
  schema: () => z.string().min(1).transform(withoutBrackets),
  expected: "a host name or an IP address",
};

export const url = {
  schema: () => z.url(),
  expected: "a URL, such as https://app.example.test/sign-up",
};

export const domain = {
  schema: () => z.hostname(),
  expected: "a domain, such as mail.example.test",
};

export const emailAddress = { schema: () => z.email(), expected: "an email address" };

export const smtpUrl = {
  schema: () =>
    z.string().refine((given) => smtpServer(given) !== null, "It is not the URL of a mail server."),
  expected: smtpUrlShape,
};

/** A list of names, as an array or comma-separated. */
export function names(expected: string) {
  return { schema: namesSchema, expected: `${expected}, comma-separated` };
}

function namesSchema() {
  return z.union([
    z.array(z.string()),
    z.string().transform((given) =>
      given
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ]);
}

/** Host names that a certificate can have. */
export const tlsNames = {
  schema: () => {
    const name = z.string().regex(/^(?:\*\.)?[\w-]+(?:\.[\w-]+)*$/);
    return namesSchema().pipe(z.array(z.union([name, z.ipv6()])));
  },
  expected: "host names or IP addresses, comma-separated, such as *.example.test",
};

const surfaces = `The surfaces are ${surfaceNames.join(", ")}`;

/** A port of each surface. Port 0 is not allowed: the sandbox could not report the port that it got. */
export const surfacePorts = {
  schema: () =>
    bySurface().pipe(z.partialRecord(z.enum(surfaceNames), integer(1, 65_535).schema())),
  expected: `ports from 1 to 65535 by surface, such as partner-production=4611,realtor-sandbox=4612. ${surfaces}`,
};

/** Host patterns of each surface. */
export const surfaceHosts = {
  schema: () => {
    const pattern = z.string().regex(/^[\w.*-]+$/);
    const patterns = z.union([pattern, z.array(pattern)]);
    return bySurface().pipe(z.partialRecord(z.enum(surfaceNames), patterns));
  },
  expected: `host patterns by surface, such as partner-production=*.example.test. ${surfaces}`,
};

/** `name=value,name=value`, or the same as an object. A repeated name has several values. */
function bySurface() {
  return z.union([
    z.partialRecord(z.enum(surfaceNames), z.unknown()),
    z.string().transform((given): Record<string, unknown> => {
      const pairs = given.split(",").map((pair) => pair.trim().split("=", 2));
      const values = Map.groupBy(pairs, ([name = ""]) => name);
      return Object.fromEntries(
        Array.from(values, ([name, all]): [string, unknown] => {
          const [first, ...others] = all.map(([, value]) => value);
          return [name, others.length === 0 ? first : [first, ...others]];
        }),
      );
    }),
  ]);
}

/** A choice with its provenance, as `check-har` writes it: who or what says so, and the date. */
export interface SourcedChoice {
  readonly choice: string;
  readonly source: string;
  /** Such as 2026-03-02. */
  readonly date: string;
}

/** The choice of an entry, which can have a provenance. */
function choiceIn(value: unknown): unknown {
  return isJsonObject(value) && Object.hasOwn(value, "choice") ? value["choice"] : value;
}

/** Choices by rule id, also with their provenance (`SourcedChoice`), or a JSON file with them. */
export const choices = {
  schema: () =>
    z.preprocess(
      (value) => (typeof value === "string" ? readJson(value, "assumptions") : value),
      z.record(z.string(), z.unknown()).transform((given, context): Record<string, string> => {
        const chosen = Object.entries(given).map(([id, value]) => [id, choiceIn(value)] as const);
        for (const [id, choice] of chosen) {
          const message = assumptionRefusal(id, choice);
          if (message !== null) context.addIssue({ code: "custom", message });
        }
        return Object.fromEntries(chosen.map(([id, choice]) => [id, String(choice)]));
      }),
    ),
  expected: "a JSON file with choices by rule id",
};

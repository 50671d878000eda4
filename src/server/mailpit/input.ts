import * as z from "zod";

import type { BodyOwner } from "../../network/http/body-memory.ts";
import type { BodyProblem } from "../../network/http/body.ts";
import { decodedJsonObject, hasBody, readJsonObject } from "../../network/http/body.ts";
import { listOf } from "../../world/workspace/fixtures/list-of.ts";
import { shownProblems } from "../../world/workspace/fixtures/shown-problems.ts";
import { MailpitRefusal } from "./refusal.ts";

const bodyBounds = { bytesMax: 8 * 1024 * 1024, levelsMax: 8 };

const problems: Readonly<Record<BodyProblem, string>> = {
  coded: "is coded",
  "unknown-coding": "has an unknown Content-Encoding",
  "not-decodable": "does not decode by its Content-Encoding",
  "too-large": "is too large",
  "content-type": "is not sent as application/json",
  "not-json": "is not JSON",
  "not-object": "is not a JSON object",
  "too-deep": "is nested too deep",
};

const ids = listOf(z.string()).default([]);

/** The body of a delete request. */
export const DeletedMessages = z.strictObject({ ids });

/** The body that sets the read status; other names are ignored, as with Mailpit. */
export const ReadStatus = z.object({
  ids,
  search: z.string().default(""),
  read: z.boolean().default(false),
});

/**
 * The body of a request, or null without one. As with Mailpit, names ignore case. Mailpit treats an invalid body as
 * empty and deletes every message; here it is a 400.
 */
export async function readBody<Body extends z.ZodType>(
  request: Request,
  Body: Body,
  owner: BodyOwner,
): Promise<z.infer<Body> | null> {
  if (!hasBody(request)) return null;
  const sent = await readJsonObject(request, bodyBounds, owner);
  const coded = sent.ok ? undefined : sent.coded;
  const body =
    coded === undefined
      ? sent
      : await decodedJsonObject(coded, request.headers, { ...bodyBounds, owner });
  if (!body.ok && body.text === "") return null;
  if (!body.ok) {
    throw new MailpitRefusal(
      body.problem === "too-large" ? 413 : 400,
      `Nothing was done: the body ${problems[body.problem]}. Send {"IDs":["…"]} with content-type: application/json.`,
    );
  }
  const members = Object.entries(body.value).map(([name, value]) => [name.toLowerCase(), value]);
  const given = Object.fromEntries(members);
  const read = Body.safeParse(given);
  if (read.success) return read.data;
  throw new MailpitRefusal(400, `Nothing was done: ${shownProblems(read.error)}`);
}

const numberMax = 1_000_000_000;
const limitByDefault = 50;

/**
 * `start` and `limit` of a list. Mailpit uses the default for text that is not a number; here it is a 400. A
 * negative limit means the default.
 */
export function readPage(query: URLSearchParams): {
  readonly start: number;
  readonly limit: number;
} {
  for (const name of ["before", "since", "until"]) {
    if (query.has(name)) {
      throw new MailpitRefusal(
        501,
        `The sandbox does not have the parameter ${name}. Search with query=after:… or query=before:… instead.`,
      );
    }
  }
  const isNegative = /^-\d{1,10}$/.test(query.get("limit") ?? "");
  return {
    start: numberOf(query, "start", 0),
    limit: isNegative ? limitByDefault : numberOf(query, "limit", limitByDefault),
  };
}

function numberOf(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name) ?? "";
  if (text === "") return otherwise;
  if (/^\d{1,10}$/.test(text) && Number(text) <= numberMax) return Number(text);
  throw new MailpitRefusal(
    400,
    `The parameter ${name} is ${JSON.stringify(text)}. It takes a whole number from 0 to ${numberMax}.`,
  );
}

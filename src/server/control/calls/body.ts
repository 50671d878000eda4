/** The bodies of calls to the control plane: JSON objects, as long as the memory allows. */
import { changedNumbers, expectedNumber } from "../../../base/values/changed-numbers.ts";
import { shortened } from "../../../base/values/shortened.ts";
import type { BodyOwner, CountedBody } from "../../../network/http/body-memory.ts";
import { largestBody } from "../../../network/http/body-memory.ts";
import type { BodyProblem } from "../../../network/http/body.ts";
import { announcedLength, jsonObjectIn, longBody, readBytes } from "../../../network/http/body.ts";
import { codingsIn, decode, knownCodings } from "../../../network/http/content-encoding.ts";
import { ControlError } from "./control-error.ts";

const bodyBounds = {
  bytesMax: largestBody(process.constrainedMemory()),
  levelsMax: 200,
};

/**
 * The decoded bytes of a body, null when there are too many. A long one counts as `document` once it has arrived; one that
 * has no room before is not read at all.
 */
export async function bodyOf(
  request: Request,
  owner: BodyOwner,
  document: CountedBody,
): Promise<Buffer | null> {
  const announced = announcedLength(request) ?? 0;
  if (announced > bodyBounds.bytesMax) return null;
  if (announced >= longBody) document.check(announced);
  const bytes = await readBytes(request, bodyBounds.bytesMax, owner);
  if (bytes !== null && bytes.length >= longBody) document.take(bytes.length);
  const codings = codingsIn(request.headers);
  if (codings.length === 0 || bytes === null || bytes.length === 0) return bytes;
  return decodedBody(bytes, codings, { owner, document });
}

async function decodedBody(
  bytes: Buffer,
  codings: readonly string[],
  { owner, document }: { readonly owner: BodyOwner; readonly document: CountedBody },
): Promise<Buffer | null> {
  const decoded = await decode(bytes, codings, { ...bodyBounds, owner });
  if ("bytes" in decoded) {
    if (decoded.bytes.length >= longBody) document.take(decoded.bytes.length);
    return decoded.bytes;
  }
  if (decoded.problem === "too-large") return null;
  const [status, message] =
    decoded.problem === "unknown-coding"
      ? ([415, `Unsupported content encoding: ${codings.join(", ").slice(0, 100)}.`] as const)
      : ([422, bodyProblems["not-decodable"]] as const);
  throw new ControlError(status, message, {
    hint: `Send it without Content-Encoding, or as one of ${knownCodings}.`,
  });
}

/** The JSON object of a body, undefined for an empty one. Throws a 413 or 422 for anything else. */
export function jsonBody(bytes: Buffer | null, headers: Headers): unknown {
  const body = jsonObjectIn(bytes, headers, bodyBounds);
  if (body.ok) {
    // A long document, such as a state, is what a sandbox wrote.
    if (body.text.length < longBody) refuseChangedNumbers(body.text);
    return body.value;
  }
  if (body.text === "" || body.text?.trim() === "null") return undefined;
  if (body.problem === "too-large" && isForMemory(headers)) throw tooLargeForMemory();
  throw new ControlError(body.problem === "too-large" ? 413 : 422, bodyProblems[body.problem], {
    fields: { body: [{ code: "INVALID", message: bodyProblems[body.problem] }] },
    hint: "Send one JSON object with content-type: application/json.",
  });
}

/** Throws a 422 for a number that the sandbox would keep, or explain, as another one. */
function refuseChangedNumbers(text: string): void {
  const [first] = changedNumbers(text);
  if (first === undefined) return;
  const place = shortened(first.path.join("."));
  const message = expectedNumber(first.source);
  throw new ControlError(422, `Invalid body: ${place}: ${message}.`, {
    fields: { [place]: [{ code: "INVALID", message }] },
    hint: "To explain a request with such a number, give its body as a text.",
  });
}

/** The bytes of a body of any type. Throws a 413 or 507 for too many. */
export function bytesOfBody(bytes: Buffer | null, headers: Headers): Buffer {
  if (bytes === null) throw tooLarge(headers);
  return bytes;
}

function tooLarge(headers: Headers): ControlError {
  if (isForMemory(headers)) return tooLargeForMemory();
  const most = bodyBounds.bytesMax.toLocaleString("en-US");
  const message = `${bodyProblems["too-large"]} At most ${most} bytes are allowed.`;
  return new ControlError(413, message);
}

/** Whether a body is too large for the memory of this process only. */
function isForMemory(headers: Headers): boolean {
  const mostAnywhere = largestBody(0);
  return bodyBounds.bytesMax < mostAnywhere && (announcedLength({ headers }) ?? 0) <= mostAnywhere;
}

function tooLargeForMemory(): ControlError {
  const bytes = bodyBounds.bytesMax.toLocaleString("en-US");
  const message = `The body is too large for the memory of this sandbox, which takes ${bytes} bytes at most.`;
  return new ControlError(507, message, {
    hint: "Send a smaller document, or start the sandbox with more memory: it takes a tenth of it.",
  });
}

const bodyProblems: Readonly<Record<BodyProblem, string>> = {
  coded: "The body is coded.",
  "unknown-coding": "The content encoding of the body is unknown.",
  "not-decodable": "The body does not decode by its Content-Encoding.",
  "too-large": "The body is too large.",
  "content-type": "The body is not sent as application/json.",
  "not-json": "The body is not JSON.",
  "not-object": "The body is not a JSON object.",
  "too-deep": "The body is nested too deep.",
};

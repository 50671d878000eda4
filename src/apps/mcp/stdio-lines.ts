/**
 * What the SDK's transport lacks on standard input: a byte order mark, batches, and answers to requests that stand right
 * before its end. A batch is divided into its messages, and their answers become one array again.
 */
import { Transform, Writable } from "node:stream";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import { clearTimeout, setTimeout } from "../../base/values/native-timers.ts";
import { withoutNullArguments } from "./repaired.ts";

/** The only version of the protocol that has batches. */
const batchVersion = "2025-03-26";
/** How long the end of the input waits for answers, in milliseconds. */
const lastAnswersMs = 1_000;

interface Batch {
  readonly waiting: Set<Json>;
  readonly answers: Json[];
}

/** The streams for a transport, in front of `output`. A line of more than `bytesMax` is passed on in parts. */
export function stdioLines(
  output: Writable,
  bytesMax: number,
): { readonly input: Transform; readonly output: Writable } {
  const answers = newAnswers(output);
  let rest = "";
  let isFirst = true;
  const input = new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      const text = rest + decoder.decode(chunk, { stream: true });
      const lines = text.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        // oxlint-disable-next-line no-await-in-loop -- a batch waits for the version
        const sent = await linesOf(isFirst ? line.replace(/^\uFEFF/, "") : line, answers);
        isFirst = false;
        this.push(sent);
      }
      if (rest.length > bytesMax) {
        this.push(rest);
        rest = "";
      }
      done();
    },
    async flush(done) {
      await answers.all(lastAnswersMs);
      done();
    },
  });
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { input, output: answers.output };
}

/** A line as the transport takes it: as it is, or as a line for each message of a batch. */
async function linesOf(line: string, answers: Answers): Promise<string> {
  const text = withoutNullArguments(line);
  const message = parsedJson(text);
  if (!Array.isArray(message)) {
    answers.expect([message ?? null]);
    return `${text}\n`;
  }
  const version = await answers.version();
  if (version !== batchVersion) {
    const named = version === null ? "A connection before initialize" : `Version ${version}`;
    answers.write(invalid(`${named} has no batches. Send one message in each line.`));
    return "";
  }
  const messages = message.filter(isJsonObject);
  const wrong = message.length === 0 ? [null] : message.filter((one) => !isJsonObject(one));
  answers.expect(messages, {
    waiting: new Set(messages.flatMap(requestId)),
    answers: wrong.map(() => invalid("A message is a JSON object.")),
  });
  return messages.map((one) => `${JSON.stringify(one)}\n`).join("");
}

function invalid(message: string): JsonObject {
  return { jsonrpc: "2.0", id: null, error: { code: -32_600, message } };
}

/** The id of a message that wants an answer. */
function requestId(message: Json): readonly Json[] {
  if (!isJsonObject(message) || typeof message["method"] !== "string") return [];
  return message["id"] === undefined ? [] : [message["id"]];
}

interface Answers {
  readonly output: Writable;
  readonly write: (message: Json) => void;
  /** Notes what messages want an answer, and the batch that they are. */
  readonly expect: (messages: readonly Json[], batch?: Batch) => void;
  /** The version that `initialize` agreed on, which may be under way; null without one. */
  readonly version: () => Promise<string | null>;
  /** Resolves when every request is answered, at the latest after that many milliseconds. */
  readonly all: (withinMs: number) => Promise<void>;
}

function newAnswers(real: Writable): Answers {
  const open = newOpenRequests();
  const batches = newBatches((answers) => write(answers));
  let agreed: Promise<string | null> = Promise.resolve(null);
  let agreeing: { readonly id: Json; readonly resolve: (version: string | null) => void } | null =
    null;
  const write = (message: Json): void => void real.write(`${JSON.stringify(message)}\n`);
  const output = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _encoding, done) {
      const message = parsedJson(String(chunk));
      const answer = message !== undefined && isJsonObject(message) ? message : {};
      const id = answer["method"] === undefined ? (answer["id"] ?? null) : null;
      if (agreeing !== null && id === agreeing.id) agreeing.resolve(versionIn(answer));
      if (id === null || !batches.take(answer, id)) real.write(String(chunk));
      if (id !== null) open.close(id);
      done();
    },
  });
  return {
    output,
    write,
    version: () => agreed,
    expect(messages, batch) {
      for (const id of messages.flatMap(requestId)) open.add(id);
      for (const id of messages.flatMap(cancelled)) {
        open.close(id);
        batches.leaveOut(id);
      }
      const [first = null] = messages;
      if (isJsonObject(first) && first["method"] === "initialize") {
        const { promise, resolve } = Promise.withResolvers<string | null>();
        agreed = promise;
        agreeing = { id: first["id"] ?? null, resolve };
      }
      if (batch !== undefined) batches.add(batch);
    },
    all: (withinMs) => open.allClosed(withinMs),
  };
}

function versionIn({ result }: JsonObject): string | null {
  const version = result !== undefined && isJsonObject(result) ? result["protocolVersion"] : null;
  return typeof version === "string" ? version : null;
}

/** The ids of requests without an answer. */
function newOpenRequests() {
  const open = new Set<Json>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isEnding = false;
  return {
    add: (id: Json) => void open.add(id),
    close(id: Json) {
      open.delete(id);
      if (isEnding && open.size === 0) resolve();
    },
    async allClosed(withinMs: number) {
      if (open.size === 0) return;
      isEnding = true;
      const timer = setTimeout(resolve, withinMs);
      await promise;
      clearTimeout(timer);
    },
  };
}

/** Collects the answers of batches, and hands each array over when it is complete. */
function newBatches(send: (answers: Json) => void) {
  const batches = new Set<Batch>();
  const finish = (batch: Batch): void => {
    if (batch.waiting.size > 0 || !batches.delete(batch)) return;
    if (batch.answers.length > 0) send(batch.answers);
  };
  return {
    add(batch: Batch) {
      batches.add(batch);
      finish(batch);
    },
    /** Whether a batch takes the answer. */
    take(answer: JsonObject, id: Json): boolean {
      const batch = [...batches].find(({ waiting }) => waiting.delete(id));
      batch?.answers.push(answer);
      if (batch !== undefined) finish(batch);
      return batch !== undefined;
    },
    /** Waits no longer for the answer to a cancelled request. */
    leaveOut(id: Json) {
      for (const batch of batches) if (batch.waiting.delete(id)) finish(batch);
    },
  };
}

/** The id of a request that a message cancels, which gets no answer then. */
function cancelled(message: Json): readonly Json[] {
  if (!isJsonObject(message) || message["method"] !== "notifications/cancelled") return [];
  const { params } = message;
  const id = params !== undefined && isJsonObject(params) ? params["requestId"] : undefined;
  return id === undefined ? [] : [id];
}

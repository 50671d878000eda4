/** Lines of standard input that the SDK's transport does not take. */
import { PassThrough } from "node:stream";

import { describe, expect, it } from "vitest";

import { withoutNullArguments } from "../../../src/apps/mcp/repaired.ts";
import { stdioLines } from "../../../src/apps/mcp/stdio-lines.ts";

/** Streams whose server answers each request with its method, and `initialize` with a version. */
function served(version: string) {
  const written: string[] = [];
  const real = new PassThrough().on("data", (chunk: Buffer) => written.push(chunk.toString()));
  const { input, output } = stdioLines(real, 1_000);
  const received: string[] = [];
  input.on("data", (chunk: Buffer) => {
    for (const line of chunk
      .toString()
      .split("\n")
      .filter((text) => text !== "")) {
      received.push(line);
      const { id, method } = JSON.parse(line);
      const result = method === "initialize" ? { protocolVersion: version } : { method };
      const answer = `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`;
      if (id !== undefined && method !== "never") setImmediate(() => output.write(answer));
    }
  });
  const ended = async (text: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    input.on("end", resolve);
    input.end(text);
    await promise;
    return { received, answers: written.join("").trimEnd().split("\n").filter(Boolean) };
  };
  return { ended };
}

const hello = '{"jsonrpc":"2.0","id":1,"method":"initialize"}';
const both = '[{"id":2,"method":"ping"},{"method":"notifications/x"},{"id":"3","method":"list"}]';

describe("standard input", () => {
  it("may begin with a byte order mark", async () => {
    const { received } = await served("2025-11-25").ended(`\uFEFF${hello}\n`);
    expect(received).toEqual([hello]);
  });

  it("answers a batch with an array, also when it follows initialize at once", async () => {
    const { answers, received } = await served("2025-03-26").ended(`${hello}\n${both}\n`);
    expect(received).toHaveLength(4);
    expect(answers.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ id: 1 }),
      [
        { jsonrpc: "2.0", id: 2, result: { method: "ping" } },
        { jsonrpc: "2.0", id: "3", result: { method: "list" } },
      ],
    ]);
  });

  it.each(["[]", "[7]"])("answers the batch %s with an error", async (batch) => {
    const { answers } = await served("2025-03-26").ended(`${hello}\n${batch}\n`);
    expect(JSON.parse(answers[1] ?? "")).toEqual([
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32_600 }) }),
    ]);
  });

  it.each([
    ["2025-11-25", `${hello}\n`, "Version 2025-11-25 has no batches"],
    ["2025-11-25", "", "before initialize has no batches"],
  ])("answers a batch of another version with its error", async (version, before, says) => {
    const { answers } = await served(version).ended(`${before}${both}\n`);
    expect(JSON.parse(answers.at(-1) ?? "")).toMatchObject({
      id: null,
      error: { code: -32_600, message: expect.stringContaining(says) },
    });
  });

  it("waits at its end for answers, and not for those of cancelled requests", async () => {
    const cancel = '{"method":"notifications/cancelled","params":{"requestId":9}}';
    const { answers } = await served("2025-11-25").ended(
      `{"id":9,"method":"never"}\n${cancel}\n{"id":10,"method":"list"}\n`,
    );
    expect(answers).toHaveLength(1);
  });
});

describe("null or an empty list for parameters", () => {
  it("counts as left out, also in a batch", () => {
    expect(repaired({ id: 2, method: "ping", params: null })).toEqual({ id: 2, method: "ping" });
    expect(repaired({ id: 2, method: "ping", params: [] })).toEqual({ id: 2, method: "ping" });
    expect(repaired(call({ arguments: [], _meta: null, cursor: null }))).toEqual(call({}));
    expect(repaired(call({ arguments: null }))).toEqual(call({}));
    expect(repaired([call({ arguments: null }), 7])).toEqual([call({}), 7]);
    const inner = call({ arguments: { arguments: null } });
    expect(repaired(inner)).toEqual(inner);
    expect(withoutNullArguments('{"arguments":null')).toBe('{"arguments":null');
  });
});

function call(rest: object) {
  return { id: 2, method: "tools/call", params: { name: "a", ...rest } };
}

function repaired(message: unknown): unknown {
  return JSON.parse(withoutNullArguments(JSON.stringify(message)));
}

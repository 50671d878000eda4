/** MCP over standard input and output. */
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { newMcpServer } from "./server.ts";
import { stdioLines } from "./stdio-lines.ts";
import type { Surroundings } from "./tool.ts";

/** Why a connection ended. */
export type Ending = "input ended" | "message too long";

const messageBytesMax = 10 * 1024 * 1024;
const callsMax = 4;

/** Serves until standard input ends, or `signal` aborts. Standard output carries the protocol and nothing else. */
export async function serveOverStdio(
  surroundings: Surroundings,
  {
    isReadOnly,
    signal,
    log,
  }: {
    readonly isReadOnly: boolean;
    readonly signal: AbortSignal;
    readonly log: (text: string) => void;
  },
): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const { input, output } = stdioLines(process.stdout, messageBytesMax);
  const transport = new StdioServerTransport(input, output, { maxBufferSize: messageBytesMax });
  let ending: Ending = "input ended";
  const handle = serveStdio(() => newMcpServer(surroundings, { isReadOnly, callsMax, log }), {
    transport,
    onerror(error) {
      if (/exceeded maximum size/.test(error.message)) {
        ending = "message too long";
        log(`A message is longer than ${messageBytesMax} bytes.`);
        resolve(ending);
      } else log(error.message);
    },
  });
  process.stdin.pipe(input);
  process.stdin.once("close", () => input.end());
  input.once("end", () => resolve(ending));
  signal.addEventListener("abort", () => resolve(ending));
  if (signal.aborted) resolve(ending);
  try {
    return await promise;
  } finally {
    await handle.close();
  }
}

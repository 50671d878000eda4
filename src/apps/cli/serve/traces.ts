import packageJson from "../../../../package.json" with { type: "json" };
import type { SandboxWatch } from "../../../server/sandbox/sandbox.ts";
import { tracesWanted } from "../../../server/tracing/wanted.ts";

/** The traces of a sandbox: a watch that collects them, and their end. */
export interface Traces {
  readonly watch: Pick<SandboxWatch, "onEntry">;
  readonly end: () => Promise<void>;
}

/** Traces if the standard variables of OpenTelemetry ask for them; otherwise nothing is loaded. */
export async function openTraces(environment: NodeJS.ProcessEnv = process.env): Promise<Traces> {
  const wanted = tracesWanted(environment);
  if (wanted === null) return { watch: {}, end: async () => {} };
  if ("problem" in wanted) {
    process.stderr.write(`lead-sandbox: ${wanted.problem}\n`);
    return { watch: {}, end: async () => {} };
  }
  const { newSpans } = await import("../../../server/tracing/spans.ts");
  const spans = newSpans(wanted.protocol, packageJson.version, environment);
  return {
    watch: {
      onEntry(entry) {
        const traceparent = entry.messages().request.headers["traceparent"] ?? null;
        spans.add({ ...entry, traceparent });
      },
    },
    end: spans.end,
  };
}

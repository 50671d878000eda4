/** Runs of explore that end at once with a report made beforehand. */
import { InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

import { newCatalogue } from "../../../src/apps/mcp/catalogue.ts";
import { newRuns } from "../../../src/apps/mcp/runs.ts";
import { newMcpServer } from "../../../src/apps/mcp/server.ts";
import { newExplore } from "../../../src/apps/mcp/tools/explore.ts";
import { newReplay } from "../../../src/apps/mcp/tools/replay.ts";
import type { Report } from "../../../src/harness/explore/report/shape.ts";
import { connect } from "../../../src/library/client/connection.ts";
import { newSandboxClient } from "../../../src/library/client/sandbox-client.ts";
import { sharedSandbox } from "../../support/sandbox.ts";
import { temporaryFile } from "../cli/program.ts";
import type { Agent } from "./agent.ts";
import { agentWith, newClient } from "./agent.ts";

/** The command line in place of this program's own: explore writes `report`, and replay shows the finding. */
const standIn = (report: string) => `
  import { copyFileSync } from "node:fs";
  const [subcommand, ...args] = process.argv.slice(2);
  const out = args[args.indexOf("--out") + 1];
  if (subcommand === "explore") copyFileSync(${JSON.stringify(report)}, out + "/report.json");
  process.exitCode = 1;
`;

/** An agent of a server whose explorations end with `report`. */
export async function agentWithReport(report: Report): Promise<Agent> {
  const { fetch } = sharedSandbox();
  const options = { url: "http://127.0.0.1:4610", fetch };
  const client = newSandboxClient(options);
  const file = temporaryFile("report.json", JSON.stringify(report));
  const runs = newRuns({
    program: [process.execPath, temporaryFile("command.mjs", standIn(file))],
    command: ["true"],
    allowsCommands: false,
  });
  const server = newMcpServer(
    {
      client,
      connect: (workspaceId) => connect(options, workspaceId),
      url: options.url,
      workspace: null,
      isBound: false,
      catalogue: newCatalogue(client),
      commandTools: [newExplore(runs), newReplay(runs)],
    },
    { isReadOnly: false, callsMax: 4, log: (text) => void process.stderr.write(`${text}\n`) },
  );
  const [here, there] = InMemoryTransport.createLinkedPair();
  const own = newClient("2025-11-25");
  onTestFinished(async () => {
    await own.close();
    await runs.end();
  });
  await Promise.all([server.connect(there), own.connect(here)]);
  return agentWith(own);
}

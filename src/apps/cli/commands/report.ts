import { Command } from "commander";

import type { CommandLine, Options } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { minExploredOption } from "../values.ts";

/** `report`: processes reports of explore. */
export function reportCommand({ exit }: CommandLine): Command {
  const report = new Command("report")
    .helpGroup(groups.contract)
    .description("Merge reports of explore");
  report
    .command("merge")
    .description("Merge the reports of shards into one, with the exit code of explore")
    .argument("<folders...>", "folders that explore --out wrote, one for each shard")
    .option("--out <dir>", "write the merged reports and the bundles into this folder")
    .option("--partial", "merge although shards are missing")
    .addOption(minExploredOption())
    .option("--json", "print JSON")
    .addHelpText("after", examples("lead-sandbox report merge part-1 part-2 --out merged"))
    .action(async (folders: readonly string[], options: Options) => {
      const { mergeReports } = await import("../explore/report-merge.ts");
      exit(await mergeReports(folders, options));
    });
  return report;
}

import { Command } from "commander";

import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import type { MergeOptions } from "../options/explore.ts";
import { mergeRows } from "../options/explore.ts";
import { withOptions } from "../options/with-options.ts";

/** `report`: processes reports of explore. */
export function reportCommand({ exit }: CommandLine): Command {
  const report = new Command("report")
    .helpGroup(groups.contract)
    .description("Merge reports of explore");
  const merge = report
    .command("merge")
    .description("Merge the reports of shards into one, with the exit code of explore")
    .argument("<folders...>", "folders that explore --out wrote, one for each shard");
  withOptions(merge, mergeRows)
    .addHelpText("after", examples("lead-sandbox report merge part-1 part-2 --out merged"))
    .action(async (folders: readonly string[], options: MergeOptions) => {
      const { mergeReports } = await import("../explore/report-merge.ts");
      exit(await mergeReports(folders, options));
    });
  return report;
}

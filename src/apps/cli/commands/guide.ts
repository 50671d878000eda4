import { Command } from "commander";

import { builtGuide } from "../../../server/guide/built-guide.ts";
import { addressOf, excerpt, titleOf } from "../../../server/guide/guide-page.ts";
import { guideSearcher } from "../../../server/guide/search.ts";
import type { CommandLine } from "../command-line.ts";
import { examples, groups } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import type { OptionRows, OptionsOf } from "../options/option-rows.ts";
import { addressRows, jsonRow } from "../options/shared-rows.ts";
import { withOptions } from "../options/with-options.ts";
import { print } from "../output/output.ts";
import { probe } from "../tester/probe.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";

const guideRows = { ...addressRows, ...jsonRow } as const satisfies OptionRows;

/** How long a sandbox may take to answer, in milliseconds. Without an answer, results name files instead of addresses. */
const probeMs = 500;

const resultsMax = 3;

/** `guide`: searches the documentation; needs no sandbox. */
export function guideCommand({ exit, environment }: CommandLine): Command {
  const command = new Command("guide")
    .helpGroup(groups.program)
    .description("Search the guide, and print the three paragraphs that fit best")
    .argument("<words...>", "what you look for, in your words");
  return withOptions(command, guideRows)
    .addHelpText(
      "after",
      examples(
        "lead-sandbox guide reset between tests",
        'lead-sandbox guide "self-signed certificate"',
      ),
    )
    .action(async (words: readonly string[], options: OptionsOf<typeof guideRows>) => {
      const guide = builtGuide();
      const search = guideSearcher(await guide.search());
      const found = search(words.join(" ")).slice(0, resultsMax);
      const url = await sandboxUrl(options, environment);
      const isRunning = (await probe(url, probeMs)).reason === null;
      const { pages } = await guide.pages();
      const results = found.map(({ section, paragraph }) => {
        const file = pages.find(({ name }) => name === section.page)?.file ?? "";
        const anchor = section.anchor === "" ? "" : `#${section.anchor}`;
        const place = isRunning
          ? `${url}/_sandbox/guide/${addressOf(section).replace("./", "")}`
          : `${file}${anchor}`;
        return { title: titleOf(section), place, text: excerpt(paragraph) };
      });
      print(options, results, () =>
        results.length === 0
          ? "The guide has none of these words."
          : results.map(({ title, place, text }) => `${title}\n  ${place}\n  ${text}`).join("\n\n"),
      );
      if (results.length === 0) exit(exitCodes.failed);
    });
}

import { readFileSync } from "node:fs";

import { isLong } from "../../long/size.ts";
import { commandsIn } from "../../support/markdown.ts";

/** Commands of guides that serve until they are stopped, without a second port. */
export const servingCommands = ["unchanged", "mail", "server"]
  .flatMap(commandsOf)
  .filter((command) => isServing(command) && !command.includes("--proxy-port"));

/** Commands of the pages about pipelines and contracts that run in a client's folder. */
export const pipelineCommands = ["ci", "contracts"]
  .flatMap(commandsOf)
  .filter((command) => /^npx lead-sandbox (?:verify|exec|check-target) /.test(command))
  .filter((command) => !/--adopt|--answers/.test(command));

/**
 * A shown check-target asks about one rule: `check-target.test.ts` asks about all in its own process, and `npm run
 * test:long` does so with the shown command.
 */
export function bounded(command: string): string {
  const last = "--email you@example.com";
  return isLong ? command : command.replace(last, `${last} --only lead.delete`);
}

/** Commands of `docs/server.md` that run the image. */
export const imageCommands = commandsOf("server").filter((command) =>
  command.startsWith("docker run "),
);

/** Commands of `docs/unchanged.md` for a sandbox that serves HTTPS. */
export const httpsCalls = commandsOf("unchanged").filter((command) => command.includes("--cacert"));

/** Commands of `docs/mail.md`, from the Lead to the mail about its conversion. */
export const journeyCalls = commandsOf("mail").filter((command) => !isServing(command));

/** The command at the start of `docs/explore.md`. */
export const [explorePage = ""] = commandsOf("explore");
export const exploreClient = sampleOf("explore", "js");

/** The command, the list, the client and the printed lines of `docs/announced-changes.md`. */
export const announcedPage = {
  command: commandsOf("announced-changes")[0] ?? "",
  list: sampleOf("announced-changes", "yaml"),
  client: sampleOf("announced-changes", "js"),
  printed: /```text\n(HIGH[^]*?)\n```/.exec(textOf("announced-changes"))?.[1]?.split("\n") ?? [],
};

/** The first block of a page in a language. */
function sampleOf(page: string, language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(textOf(page))?.[1] ?? "";
}

function commandsOf(page: string): readonly string[] {
  return commandsIn(textOf(page));
}

function textOf(page: string): string {
  return readFileSync(`docs/${page}.md`, "utf8");
}

function isServing(command: string): boolean {
  return command.startsWith("npx lead-sandbox --");
}

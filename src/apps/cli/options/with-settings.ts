/** The settings of a sandbox as options of a command. */
import { Option } from "commander";
import type { Command } from "commander";

import { settings } from "../../../server/settings/config.ts";
import { configRow } from "./shared-rows.ts";
import { withOptions } from "./with-options.ts";

/** Adds every setting of a sandbox to a command as an option, unless the command has another option of that name. */
export function withSettings(command: Command): Command {
  command.optionsGroup("Settings:");
  withOptions(command, configRow);
  const own = new Set(command.options.map(({ long }) => long));
  for (const { name, flag, variable, description, isSwitch } of settings) {
    if (own.has(flag)) continue;
    const short = shortFlags[name];
    const flags = `${short === undefined ? "" : `${short}, `}${flag} ${isSwitch ? "[value]" : "<value>"}`;
    command.option(flags, `${description} (${variable})`);
    if (isSwitch) command.addOption(new Option(`--no-${flag.slice(2)}`).hideHelp());
  }
  command.option("--all", "with --help: list every setting");
  command.hook("preAction", () => {
    if (command.opts()["all"] !== true) return;
    command.error("error: --all is for --help, which lists every setting with it");
  });
  return command.optionsGroup("Options:");
}

/** The settings that help lists without `--all`: those that most people look for. */
const mainSettings: ReadonlySet<string> = new Set([
  "port",
  "host",
  "data",
  "fixture",
  "quota",
  "https",
  "publicUrl",
  "controlToken",
  "logLevel",
]);

const otherFlags: ReadonlySet<string> = new Set(
  settings.filter(({ name }) => !mainSettings.has(name)).map(({ flag }) => flag),
);

/** Whether help lists an option: with `--all` every one, else none of the less usual settings. */
export function isInHelp({ long }: Pick<Option, "long">, command: Command): boolean {
  const hasSettings = command.options.some((option) => option.long === "--all");
  return !hasSettings || command.opts()["all"] === true || !otherFlags.has(long ?? "");
}

const shortFlags: Readonly<Record<string, string | undefined>> = { port: "-p", host: "-H" };

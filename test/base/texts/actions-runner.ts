/** Reads a log as the runner of GitHub Actions does: the commands in it that the runner would carry out. */
export interface RunnerCommand {
  readonly name: string;
  readonly title: string | null;
  readonly message: string;
}

/** The commands in what a step prints. `::name::` is one at the start of a line, the older `##[name]` anywhere. */
export function commandsIn(log: string): readonly RunnerCommand[] {
  const found: RunnerCommand[] = [];
  let stopped: string | null = null;
  for (const line of log.split(/\r\n|[\r\n]/)) {
    const command = ofLine(line);
    if (command === null) continue;
    if (stopped !== null) {
      if (command.name === stopped) stopped = null;
    } else if (command.name === "stop-commands") {
      stopped = command.message;
    } else {
      found.push(command);
    }
  }
  if (stopped !== null) throw new Error("The log does not end with commands allowed.");
  return found;
}

function ofLine(line: string): RunnerCommand | null {
  const [, name, properties = "", message = ""] =
    /^\s*::([^\s:]+)(?: ([^:]*))?::(.*)$/s.exec(line) ??
    /##\[([^\s\]]+)(?: ([^\]]*))?\](.*)$/s.exec(line) ??
    [];
  if (name === undefined) return null;
  const [, title = null] = /(?:^|,)title=([^,]*)/.exec(properties) ?? [];
  return { name, title: title === null ? null : decoded(title), message: decoded(message) };
}

function decoded(text: string): string {
  const meanings: Readonly<Record<string, string>> = {
    "%0D": "\r",
    "%0A": "\n",
    "%3A": ":",
    "%2C": ",",
    "%25": "%",
  };
  return text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, (code) => meanings[code] ?? code);
}

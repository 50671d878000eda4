/**
 * Text for the log of GitHub Actions. Its runner carries out lines that begin with `::` or contain `##[`, wherever they
 * come from, so text from outside is either escaped or between the lines of `withoutCommands`.
 */
import { visible } from "./visible.ts";

/** An error that GitHub shows at the run. */
export interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten errors of a step. */
const annotationsMax = 10;
const messageLengthMax = 4_000;

/** The lines that make annotations; the last says how many there is no room for. */
export function annotationLines(all: readonly Annotation[]): string {
  const left = all.length - annotationsMax;
  const shown = left > 0 ? all.slice(0, annotationsMax - 1) : all;
  const rest = { title: "lead-sandbox", message: `and ${left + 1} more, in the report` };
  return [...shown, ...(left > 0 ? [rest] : [])]
    .map(({ title, message }) => `::error title=${property(title)}::${data(message)}\n`)
    .join("");
}

function data(text: string): string {
  return visible(text.slice(0, messageLengthMax).toWellFormed())
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll("##[", "## [");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** A text in which the runner finds no command. No text knows the `token`, which must be a new random one. */
export function withoutCommands(text: string, token: string): string {
  if (text === "") return "";
  return `::stop-commands::${token}\n${text}${text.endsWith("\n") ? "" : "\n"}::${token}::\n`;
}

/** The same JSON without `##[`, which only strings of it can contain. Its lines never begin with `::`. */
export function jsonWithoutCommands(json: string): string {
  return json.replaceAll("##[", String.raw`#\u0023[`);
}

/** Writes a document as Markdown, for a pull request and the summary of a CI job. */
import { singleLine, visible } from "../../base/texts/visible.ts";
import type { Block, Document } from "./document.ts";
import { partsOf } from "./document.ts";

/** GitHub Actions rejects a job summary above 1 MiB. */
const bytesMax = 1_000_000;

/** The document as Markdown of at most 1 MB; of a longer one, the first blocks. */
export function markdownOf({ title, blocks }: Document): string {
  const written = [`# ${prose(title)}`];
  let bytes = 0;
  for (const text of blocks.map(blockText).filter((one) => one !== "")) {
    bytes += Buffer.byteLength(text) + 2;
    if (bytes > bytesMax) {
      written.push("The rest is left out, because it is too long: see `report.html`.");
      break;
    }
    written.push(text);
  }
  return `${written.join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.type) {
    case "heading":
      return `${"#".repeat(block.level)} ${prose(block.text)}`;
    case "paragraph":
      return prose(block.text);
    case "list":
      return block.items.map((item) => `- ${prose(item)}`).join("\n");
    case "table":
      return tableText(block.columns, block.rows);
    case "verdict": {
      const text = block.text === "" ? "" : `\n\n${prose(block.text)}`;
      return `**${block.mark.toUpperCase()}** ${prose(block.title)}${text}`;
    }
    case "calls":
      return block.calls.map((call) => `- ${inlineCode(callText(call))}`).join("\n");
    case "story":
      return fenced(
        "text",
        block.steps.map(({ at, text }) => `${at}  ${singleLine(text)}`.trim()).join("\n"),
      );
    case "code":
      return fenced(block.language, block.text);
    default:
      return "";
  }
}

/** A call as one line, such as `POST /v1/leads → 201, lost`. */
export function callText({
  method,
  path,
  status,
  outcome,
}: Extract<Block, { readonly type: "calls" }>["calls"][number]): string {
  const answer = status === 0 ? "no answer" : String(status);
  return `${method} ${path} → ${answer}${outcome === "" ? "" : `, ${outcome}`}`;
}

function tableText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = `|${" --- |".repeat(columns.length)}`;
  return [rowText(columns), rule, ...rows.map(rowText)].join("\n");
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.map(cellText).join(" | ")} |`;
}

/** A bar ends a cell, even in code, unless an odd number of backslashes stands before it. */
function cellText(text: string): string {
  const lines = text.split("\n").map(prose);
  return lines
    .join("<br>")
    .replaceAll(/(?<!\\)\\*\|/g, (bar) => (bar.length % 2 === 0 ? bar : `\\${bar}`));
}

/** A text with code in backticks. */
function prose(text: string): string {
  return partsOf(text)
    .map((part) => (part.isCode ? inlineCode(part.text) : plain(part.text)))
    .join("");
}

/** Foreign text without Markdown, links or mentions of its own. U+2060, a word joiner, interrupts links and mentions. */
function plain(text: string): string {
  return singleLine(text)
    .replaceAll(/[\\`*_[\]<>#|&~]/g, String.raw`\$&`)
    .replaceAll(/@|:(?=\/\/)|www(?=\.)/gi, "$&\u2060");
}

function inlineCode(text: string): string {
  const shown = singleLine(text);
  const fence = fenceAround(shown, 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** A block of code. */
function fenced(language: string, text: string): string {
  const fence = fenceAround(text, 3);
  return `${fence}${language}\n${visible(text)}\n${fence}`;
}

/** A fence longer than any in the text. */
function fenceAround(text: string, least: number): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return "`".repeat(Math.max(least, longest + 1));
}

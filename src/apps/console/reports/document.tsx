/** Draws the document of a report, with the headings, marks and calls of its HTML page. */
import type { ComponentChildren } from "preact";

import { Prose, Table } from "../parts/controls.tsx";
import type { Block, Report } from "./files.ts";

export function DocumentView({ report: { document, command } }: { readonly report: Report }) {
  return (
    <>
      <h2>
        <Prose text={document.title} />{" "}
        {command !== undefined && <bdi class="mono quiet">{command.join(" ")}</bdi>}
      </h2>
      {document.blocks.map((block, at) => (
        <BlockView key={at} {...block} />
      ))}
    </>
  );
}

const tones = {
  high: "bad",
  medium: "warn",
  low: "",
  question: "",
  open: "quiet",
  good: "good",
};

function BlockView(block: Block): ComponentChildren {
  switch (block.type) {
    case "heading":
      return block.level === 2 ? (
        <h3 class="section">{prose(block.text)}</h3>
      ) : (
        <h4>{prose(block.text)}</h4>
      );
    case "paragraph":
      return <p>{prose(block.text)}</p>;
    case "list":
      return <ul>{items(block.items.map(prose))}</ul>;
    case "table":
      return <Cells {...block} />;
    case "verdict":
      return <Verdict {...block} />;
    case "calls":
      return (
        <ol class="life mono">{items(block.calls.map((call) => <bdi>{callText(call)}</bdi>))}</ol>
      );
    case "story":
      return (
        <ol class="life">
          {items(
            block.steps.map(({ at, text }) => [<span class="quiet">{at}</span>, " ", prose(text)]),
          )}
        </ol>
      );
    case "code":
      return (
        <pre class="code" dir="auto" tabIndex={0} role="group" aria-label={block.language}>
          {block.text}
        </pre>
      );
    default:
      return null;
  }
}

function prose(text: string) {
  return <Prose text={text} />;
}

function items(all: readonly ComponentChildren[]) {
  return all.map((item, at) => <li key={at}>{item}</li>);
}

function Verdict({ mark, title, text }: Extract<Block, { type: "verdict" }>) {
  return (
    <section class="verdict">
      <span class={`small strong ${tones[mark]}`}>{mark}</span>
      <div>
        <strong>{prose(title)}</strong>
        {text !== "" && <p>{prose(text)}</p>}
      </div>
    </section>
  );
}

function Cells({ columns, rows }: Extract<Block, { type: "table" }>) {
  return (
    <Table
      heads={columns.map((column, at) => (
        <th key={at}>
          <Prose text={column} />
        </th>
      ))}
    >
      {rows.map((cells, at) => (
        <tr key={at}>
          {cells.map((cell, column) => (
            <td key={column}>
              {cell
                .split("\n")
                .map((line, part) => [
                  part > 0 && <br key={part} />,
                  <Prose key={`text-${part}`} text={line} />,
                ])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

type Call = Extract<Block, { type: "calls" }>["calls"][number];

/** `POST /v1/leads → no answer, carried out`, as the page of the report has it. */
function callText({ method, path, status, outcome }: Call): string {
  const answer = status === 0 ? "no answer" : String(status);
  return `${method} ${path} → ${answer}${outcome === "" ? "" : `, ${outcome}`}`;
}

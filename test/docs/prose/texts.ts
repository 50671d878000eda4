import { globSync, readFileSync } from "node:fs";

import { newProgram } from "../../../src/apps/cli/program.ts";
import { ruleIds, ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { leavesOf } from "../../apps/cli/command-leaves.ts";
import { comments } from "./comments.ts";
import type { Prose } from "./lint.ts";
import { strings } from "./strings.ts";

const statements = ruleIds.map((id) => ({ place: `rule ${id}`, text: ruleOf(id).statement }));

/** All checked texts, each once. */
export async function allProse(): Promise<readonly Prose[]> {
  const documents = [...openapiTexts(), ...pages()].map(withoutStatements);
  const texts = [...statements, ...(await helpTexts()), ...documents, ...comments(), ...strings()];
  return [...new Map(texts.toReversed().map((prose) => [prose.text, prose])).values()].toReversed();
}

/** Removes the statements of rules that documents quote, as they are checked on their own. */
function withoutStatements({ place, text }: Prose): Prose {
  return { place, text: statements.reduce((rest, one) => rest.replaceAll(one.text, ""), text) };
}

async function helpTexts(): Promise<readonly Prose[]> {
  const program = await newProgram({ exit: () => {}, environment: {} });
  return leavesOf(program).flatMap(({ name, command }) => {
    const help = command.createHelp();
    return [
      { place: `lead-sandbox ${name}`, text: command.description() },
      ...command.registeredArguments.map((argument) => ({
        place: `lead-sandbox ${name} ${help.argumentTerm(argument)}`,
        text: help.argumentDescription(argument),
      })),
      ...command.options.map((option) => ({
        place: `lead-sandbox ${name} ${option.flags}`,
        text: help.optionDescription(option),
      })),
    ];
  });
}

/** The summaries and descriptions of the OpenAPI documents. */
function openapiTexts(): readonly Prose[] {
  return globSync("contracts/openapi/*.json").flatMap((file) => {
    const texts: Prose[] = [];
    JSON.parse(readFileSync(file, "utf8"), function (key, value: unknown) {
      const isText = ["summary", "description"].includes(key) && typeof value === "string";
      if (isText) texts.push({ place: file, text: value });
      return value;
    });
    return texts;
  });
}

function pages(): readonly Prose[] {
  const files = ["*.md", "docs/**/*.md", "contracts/**/*.md"].flatMap((glob) => globSync(glob));
  return files.map((file) => ({ place: file, text: readFileSync(file, "utf8") }));
}

import { describe, expect, it } from "vitest";

import { newProgram } from "../../../src/apps/cli/program.ts";
import { commandFile } from "../../support/command.ts";
import { runHere, startProgram } from "./program.ts";
import { shellNamed } from "./shells.ts";
import { shimFolder } from "./shim.ts";

const shells = [
  ["bash", "complete -o default -F _lead_sandbox lead-sandbox"],
  ["zsh", "compdef _lead-sandbox lead-sandbox"],
  ["fish", "complete -c lead-sandbox"],
  ["powershell", "Register-ArgumentCompleter -CommandName 'lead-sandbox'"],
];

/** The suggestions for the last of `words`, without the final directive line. */
async function suggestionsFor(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout, code } = await startProgram(
    process.execPath,
    [commandFile(), "complete", "--", ...words],
    {},
  ).ended;
  expect(code).toBe(0);
  return stdout
    .split("\n")
    .flatMap((line) => (/^(?::|$)/.test(line) ? [] : (line.split("\t")[0] ?? "")));
}

describe("the command complete", () => {
  it("suggests every command that the help shows", async () => {
    const program = await newProgram({ exit: () => {}, environment: {} });
    const names = program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name());
    expect((await suggestionsFor("")).toSorted()).toEqual(names.toSorted());
  });

  it.each([
    [["le"], ["leads"]],
    [
      ["leads", ""],
      ["list", "convert", "archive"],
    ],
    [["emails", "wait", "--s"], ["--subject"]],
    [["emails", "list", "--kind", "p"], ["plan-updated"]],
    [
      ["rules", "--standing", ""],
      ["documented", "reference", "assumed"],
    ],
    [
      ["completion", ""],
      ["zsh", "bash", "fish", "powershell"],
    ],
    [["--journal-b"], ["--journal-bytes"]],
    [["serve", "--journal-b"], ["--journal-bytes"]],
    [["nothing", "li"], []],
  ])("completes %j with %j", async (words, wanted) => {
    expect(await suggestionsFor(...words)).toEqual(wanted);
  });

  it("is hidden from the help", async () => {
    const { stdout } = await runHere(["--help"]);
    expect(stdout).not.toMatch(/^ {2}complete /m);
    expect(stdout).toMatch(/^ {2}completion /m);
  });
});

describe("completion scripts", () => {
  it.each(shells)(
    "are printed by the command completion for %s",
    async (shell = "", expected = "") => {
      const { code, stdout, stderr } = await startProgram(
        process.execPath,
        [commandFile(), "completion", shell],
        {},
      ).ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(expected);
    },
  );

  it("work in bash on their own, also when sourced twice, and evaluate no typed text", async () => {
    const script = `
      source <(lead-sandbox completion bash)
      source <(lead-sandbox completion bash)
      complete -p lead-sandbox
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lead_sandbox; echo "$*: \${COMPREPLY[*]}"; }
      try lead-sandbox le
      try lead-sandbox emails list --kind ""
      try lead-sandbox '$(echo evaluated >&2)' ""
    `;
    const { stdout, stderr, code } = await inShell("bash", "--norc", "-c", script);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "complete -o default -F _lead_sandbox lead-sandbox",
      "lead-sandbox le: leads",
      "lead-sandbox emails list --kind : welcome converted plan-updated",
      "lead-sandbox $(echo evaluated >&2) : ",
      "",
    ]);
  });

  const fish = shellNamed("fish");
  it.skipIf(fish.isMissing)(`work in fish${fish.note}`, async () => {
    const script = 'lead-sandbox completion fish | source; complete -C "lead-sandbox emails w"';
    const { stdout, code } = await inShell(fish.path, "-c", script);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "wait\tWait for a matching mail, and print the newest\n",
    });
  });

  const zsh = shellNamed("zsh");
  it.skipIf(zsh.isMissing)(`load in zsh${zsh.note}`, async () => {
    const script = `autoload -U compinit; compinit -u -D
      source <(lead-sandbox completion zsh); print -r -- $_comps[lead-sandbox]`;
    const { stdout, stderr, code } = await inShell(zsh.path, "-f", "-c", script);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "_lead-sandbox\n", stderr: "" });
  });
});

/** Runs a shell with `lead-sandbox` in its PATH. */
function inShell(shell: string, ...args: readonly string[]) {
  return startProgram(shell, args, { PATH: `${shimFolder()}:${process.env["PATH"] ?? ""}` }).ended;
}

import { InvalidArgumentError } from "commander";

import { Date } from "../../../base/values/native-timers.ts";
import { durationMs } from "../values.ts";
import type { OptionRows, OptionsOf } from "./option-rows.ts";
import { jsonRow } from "./shared-rows.ts";

const fileRow = {
  "--file <file>": {
    help: "file of answers, which --assumptions takes",
    default: "assumptions.json",
  },
} as const satisfies OptionRows;

export const answerRows = {
  "--source <text>": {
    help: "who or what says so, such as a person, a mail or a ticket",
    isMandatory: true,
  },
  "--date <date>": { help: "day of the answer, such as 2026-03-02; today by default", parse: day },
  ...fileRow,
  ...jsonRow,
} as const satisfies OptionRows;
export type AnswerOptions = OptionsOf<typeof answerRows>;

export const listRows = {
  "--max-age <duration>": {
    help: "the age from which an answer is stale, such as 90d",
    parse: durationMs,
  },
  ...fileRow,
  ...jsonRow,
} as const satisfies OptionRows;
export type ListOptions = OptionsOf<typeof listRows>;

function day(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const moment = Date.parse(`${text}T00:00:00Z`);
  if (isDay && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text))
    return text;
  throw new InvalidArgumentError("Expected a day such as 2026-03-02.");
}

/** The questions as a text to send, and as requests to run. */
import { singleLine } from "../../../base/texts/visible.ts";
import type { Question } from "../questions.ts";

/** `questions.md`: each question with what depends on it, and how to record the answer. */
export function questionsMarkdown(questions: readonly Question[]): string {
  if (questions.length === 0) {
    return "# Questions to the provider\n\nNone: the client works under every reading of the interface that was tried.\n";
  }
  return [
    "# Questions to the provider",
    "",
    "The interface leaves these points open. `questions.http` has a request for each.",
    "",
    ...questions.flatMap(({ rule, statement, breaks, answers, request }, at) => [
      `## ${at + 1}. ${rule}`,
      "",
      singleLine(statement),
      "",
      ...(breaks.length === 0
        ? ["The recorded answers depend on it.", ""]
        : [`Our client does not work if the answer is ${breaks.map(code).join(" or ")}.`, ""]),
      `Possible answers: ${answers.map(code).join(", ")}. The first is what we assume.`,
      "",
      `Request: ${code(request)}`,
      "",
      "Record the answer:",
      "",
      "```sh",
      `lead-sandbox assumptions answer ${rule} ${answers[0] ?? "ANSWER"} --source "who answered"`,
      "```",
      "",
    ]),
  ].join("\n");
}

/** `questions.http`: the requests, for the HTTP clients of editors. */
export function questionsHttp(questions: readonly Question[]): string {
  return [
    "# Set these to your sandbox account. Run against the sandbox environment only.",
    "@baseUrl = https://api.partner.dit.example",
    "@key = 00000000-0000-4000-8000-000000000000",
    "@firm = FIRM_ID",
    "@member = FIRM_MEMBER_ID",
    "@lead = LEAD_ID",
    "@plan = PLAN_ID",
    "",
    ...questions.flatMap(({ rule, request, body, answers }) => {
      const [method = "GET", path = "/"] = request.split(" ", 2);
      return [
        `### ${rule}: ${answers.join(", or ")}`,
        `${method} {{baseUrl}}${path}`,
        "X-API-Key: {{key}}",
        ...(body === null || body === "" ? [] : ["Content-Type: application/json", "", body]),
        "",
      ];
    }),
  ].join("\n");
}

function code(text: string): string {
  return `\`${singleLine(text).replaceAll("`", "'")}\``;
}

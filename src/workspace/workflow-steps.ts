import { stepOperations } from "../domain/step-operations.ts";
import { referencesIn, tokensOf } from "../domain/step-values.ts";
import type { Workflow, WorkflowStep } from "../domain/workflow.ts";
import { methodsWithBody } from "../domain/workflow.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { isJsonObject } from "../values/json.ts";

type Problem = readonly [path: readonly (string | number)[], message: string];

/** What a reference can refer to at its place. */
interface Scope {
  readonly workflow: Pick<Workflow, "method"> & { readonly request?: Workflow["request"] };
  /** The names of the steps before, and of all. */
  readonly earlier: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** What is wrong with the steps of a workflow, and with the references of its answer. */
export function* stepProblems(
  workflow: Scope["workflow"] & Pick<Workflow, "answer" | "steps">,
): Generator<Problem> {
  const { steps = [], method, answer } = workflow;
  if (steps.length === 0) return;
  if (method === "GET") {
    yield [["steps"], "A workflow with steps is a POST, PATCH, PUT or DELETE"];
    return;
  }
  if (referencesOf(workflow) > referencesMax) {
    yield [["steps"], `Expected at most ${referencesMax} references`];
    return;
  }
  const all = new Set(steps.flatMap(({ name }) => name ?? []));
  const earlier = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const scope = { workflow, earlier, all };
    for (const [path, message] of problemsOf(step, scope))
      yield [["steps", index, ...path], message];
    if (step.name === undefined) continue;
    if (earlier.has(step.name)) yield [["steps", index, "name"], `${step.name} is there twice`];
    earlier.add(step.name);
  }
  yield* referenceProblems("answer", { body: answer.body }, { workflow, earlier, all });
}

/** Each reference can repeat an answer of a megabyte. */
const referencesMax = 100;

/** The number of references, counted to just above the maximum. */
function referencesOf({ steps = [], answer }: Pick<Workflow, "answer" | "steps">): number {
  const values = steps.flatMap(({ params = {}, query = {}, body = {} }) => [params, query, body]);
  let count = 0;
  for (const value of [...values, answer.body]) {
    const references = referencesIn(value);
    while (count <= referencesMax && references.next().done !== true) count += 1;
  }
  return count;
}

function* problemsOf(step: WorkflowStep, scope: Scope): Generator<Problem> {
  const { method, path, params = {}, query = {}, body } = step;
  if (stepOperations.includes(`${method} ${path}`)) {
    const wanted = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
    const isComplete = wanted.every((name) => Object.hasOwn(params, name));
    if (!isComplete || Object.keys(params).length !== wanted.length) {
      yield [["params"], `Expected the parameters of the path: ${wanted.join(", ") || "none"}`];
    }
  } else {
    const known = stepOperations.join(", ");
    yield [["path"], `There is no operation ${method} ${path}. A step is one of: ${known}`];
  }
  if (body !== undefined && method === "DELETE") yield [["body"], "A DELETE takes no body"];
  else if (body !== undefined && !isJsonObject(body)) yield [["body"], "Expected an object"];
  for (const [name, value] of [...Object.entries(params), ...Object.entries(query)]) {
    if (typeof value === "string" || isJsonObject(value)) continue;
    const place = Object.hasOwn(params, name) ? "params" : "query";
    yield [[place, name], "Expected a string or a reference"];
  }
  for (const [name, value] of Object.entries({ params, query, body: body ?? {} })) {
    yield* referenceProblems(name, value, scope);
  }
}

function* referenceProblems(name: string, value: Json, scope: Scope): Generator<Problem> {
  for (const [path, reference] of referencesIn(value)) {
    const message = referenceProblem(reference, scope);
    if (message !== null) yield [[name, ...path], message];
  }
}

function referenceProblem(reference: JsonObject, { workflow, earlier, all }: Scope): string | null {
  if (Object.keys(reference).length > 1) return "$from is the only key of a reference";
  const tokens = tokensOf(reference);
  if (tokens === null) return "Expected a JSON Pointer in $from, such as /body/email";
  if (tokens.includes("__proto__")) return "A reference cannot name __proto__";
  const [source, name = ""] = tokens;
  if (source === "body") return bodyProblem(workflow, tokens);
  if (source === "key" && name === "firmId" && tokens.length === 2) return null;
  if (source !== "steps") return "Expected /body, /key/firmId or /steps and the name of a step";
  if (earlier.has(name)) return null;
  if (all.has(name)) return `The step ${JSON.stringify(name)} comes later`;
  return `There is no step ${JSON.stringify(name)}`;
}

function bodyProblem({ method, request }: Scope["workflow"], tokens: readonly string[]) {
  if (!methodsWithBody.includes(method)) return `A ${method} has no body`;
  const [, name] = tokens;
  const { properties = {}, additionalProperties = true } = request ?? {};
  if (name === undefined || additionalProperties !== false || !isJsonObject(properties))
    return null;
  return Object.hasOwn(properties, name)
    ? null
    : `The schema of the request has no ${JSON.stringify(name)}`;
}

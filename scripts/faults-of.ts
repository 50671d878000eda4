/** Finds the places of a source file where a small fault can be planted. */
import { parseAst } from "rolldown/parseAst";

/** A fault for a source file: `text` in place of what is there between `start` and `end`. */
export interface Fault {
  /** Offset of the first character that it replaces. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
  readonly text: string;
}

/** An operator, and the one that takes its place. */
const turned: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};

/** A method or function, and the one that takes its place. */
const swapped: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  startsWith: "endsWith",
  endsWith: "startsWith",
  toSorted: "toReversed",
};

/**
 * The faults of a TypeScript source, in the order of their places: operators turned round, conditions negated,
 * branches and truth values swapped, and a method in place of its opposite.
 */
export function faultsOf(source: string): readonly Fault[] {
  const found: Fault[] = [];
  visit(parseAst(source, { lang: "ts" }), source, found);
  return found.toSorted((one, other) => one.start - other.start);
}

function visit(node: unknown, source: string, found: Fault[]): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, source, found);
    return;
  }
  if (!isNode(node) || node.type.startsWith("TS") || node.type === "ImportDeclaration") return;
  const fault = faultAt(node, source);
  if (fault !== null) found.push(fault);
  for (const value of Object.values(node)) visit(value, source, found);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function faultAt(node: Node, source: string): Fault | null {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return ofOperator(node, source);
    case "UnaryExpression":
      return node["operator"] === "!" ? { start: node.start, end: node.start + 1, text: "" } : null;
    case "ConditionalExpression":
      return ofBranches(node, source);
    case "Literal":
      return typeof node["value"] === "boolean" ? replaced(node, String(!node["value"])) : null;
    case "MemberExpression":
      return ofMethod(node["property"]);
    default:
      return null;
  }
}

function ofOperator({ left, right, operator }: Node, source: string): Fault | null {
  const text = typeof operator === "string" ? turned[operator] : undefined;
  if (!isNode(left) || !isNode(right) || text === undefined) return null;
  // A text minus a text is never what a person wrote by mistake.
  if (operator === "+" && [left, right].some(isText)) return null;
  const start = source.indexOf(String(operator), left.end);
  return { start, end: start + String(operator).length, text };
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || typeof node["value"] === "string";
}

function ofBranches(node: Node, source: string): Fault | null {
  const { consequent, alternate } = node;
  if (!isNode(consequent) || !isNode(alternate)) return null;
  const [one, other] = [consequent, alternate].map(({ start, end }) => source.slice(start, end));
  const between = source.slice(consequent.end, alternate.start);
  return { start: consequent.start, end: alternate.end, text: `${other}${between}${one}` };
}

function ofMethod(property: unknown): Fault | null {
  if (!isNode(property) || property.type !== "Identifier") return null;
  const text = swapped[String(property["name"])];
  return text === undefined ? null : replaced(property, text);
}

function replaced({ start, end }: Node, text: string): Fault {
  return { start, end, text };
}

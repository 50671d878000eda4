import { decoded } from "../../../base/values/decoded.ts";
import { Options, Select, Text } from "../parts/controls.tsx";
import type { Operation, Operations } from "../shell/documents.ts";
import { exampleOf, filledPath } from "../shell/documents.ts";
import type { Records } from "./records.ts";
import { kindIn } from "./records.ts";
import { partsOf } from "./request.ts";
import type { Draft } from "./send.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"];

interface TargetProps {
  readonly operations: Operations;
  readonly records: Records;
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Method, path and query: chosen as an operation with its parameters, or typed. */
export function Target({ operations, records, draft, onChange }: TargetProps) {
  const { method, target } = draft;
  const operation = operationIn(operations, draft);
  const choose = (wanted: string): void => {
    const chosen = operations.all.find((one) => one.id === wanted);
    if (chosen !== undefined) onChange(draftFor(chosen, records));
  };
  const setTarget = (to: string): void => onChange({ target: to });
  return (
    <>
      <Select
        label="Operation"
        value={operation?.id ?? ""}
        options={[
          ["", "Operation…"],
          ...operations.all.map((one) => [one.id, one.summary] as const),
        ]}
        onPick={choose}
      />
      <div class="buttons">
        <Select
          label="Method"
          value={method}
          options={methods}
          onPick={(to) => onChange({ method: to })}
        />
        <Text class="mono grow" label="Path and query" value={target} onText={setTarget} />
      </div>
      {operation !== undefined && (
        <div class="buttons">
          <Parameters
            operation={operation}
            records={records}
            target={target}
            onTarget={setTarget}
          />
        </div>
      )}
    </>
  );
}

interface ParametersProps {
  readonly operation: Operation;
  /** Ids to choose from in the path. */
  readonly records?: Records;
  readonly target: string;
  readonly onTarget: (target: string) => void;
}

export function Parameters({ operation, records = {}, target, onTarget }: ParametersProps) {
  const { path, parameters } = operation;
  const [bare, search] = partsOf(target);
  const query = new URLSearchParams(search ?? "");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = matchOf(path, bare)?.slice(1).map(decoded) ?? [];
  const valueOf = (name: string): string => values[names.indexOf(name)] ?? "";
  const set = (name: string, to: string): void => {
    if (names.includes(name)) {
      const filled = filledPath(path, (one) => (one === name ? to : valueOf(one)));
      onTarget(search === null ? filled : `${filled}?${search}`);
      return;
    }
    if (to === "") query.delete(name);
    else query.set(name, to);
    onTarget(query.size === 0 ? bare : `${bare}?${query.toString()}`);
  };
  return parameters
    .filter(({ in: part }) => part === "path" || part === "query")
    .map(({ name, in: part, required = false, description }) => (
      <label key={name} title={description}>
        {name}
        <Text
          class="mono"
          label={name}
          list={`ids-${name}`}
          required={required}
          value={part === "path" ? valueOf(name) : (query.get(name) ?? "")}
          onText={(to) => set(name, to)}
        />
        <datalist id={`ids-${name}`}>
          <Options of={part === "path" ? (records[kindIn(path, name)] ?? []) : []} />
        </datalist>
      </label>
    ));
}

function operationIn({ all }: Operations, { method, target }: Draft): Operation | undefined {
  const [bare] = partsOf(target);
  return all.find((one) => one.method === method && matchOf(one.path, bare) !== null);
}

/** The values of a path's parameters; null if it is another path. Clients may leave out the version. */
function matchOf(path: string, bare: string): RegExpExecArray | null {
  const pattern = path.replace(/^\/v1/, "(?:/v1)?").replaceAll(/\{\w+\}/g, "([^/]*)");
  return new RegExp(`^${pattern}$`).exec(bare);
}

/** The request that an operation's document shows, with the newest record of its kind in the path. */
export function draftFor(operation: Operation, records: Records) {
  const { method, path, parameters } = operation;
  const target = filledPath(path, (name) => {
    const { example = "" } = parameters.find((one) => one.name === name) ?? {};
    return records[kindIn(path, name)]?.[0]?.[0] ?? String(example);
  });
  return { method, target, body: exampleOf(operation) };
}

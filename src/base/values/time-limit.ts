import { createContext, Script } from "node:vm";

const holder: { work: () => void } = { work: () => {} };
const script = new Script("work()");
const context = createContext(holder);

/** The result of `work` as a list, empty if it takes longer than `ms`. V8 interrupts it wherever it is. */
export function within<Result>(ms: number, work: () => Result): readonly Result[] {
  const results: Result[] = [];
  holder.work = () => void results.push(work());
  try {
    script.runInContext(context, { timeout: ms });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return [];
  }
  return results;
}

/** The error comes from the context of the script, whose `Error` is another one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

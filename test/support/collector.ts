import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Returns a function that runs the garbage collector. */
export function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return () => {
    if (typeof collect !== "function") throw new Error("This Node lets nobody collect.");
    Reflect.apply(collect, undefined, []);
  };
}

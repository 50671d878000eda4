/** The result of `steps`, taken without a pause. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

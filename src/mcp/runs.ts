/** Runs of `explore` and `replay`, which another process carries out. */
export interface Runs {
  readonly tools: readonly never[];
}

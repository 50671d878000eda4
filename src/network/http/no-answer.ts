/**
 * A request without an answer: its connection is cut, at once or when the client or server gives up waiting
 * (rule error.server).
 */
export class NoAnswer extends Error {
  readonly how: "reset" | "hang";

  constructor(how: "reset" | "hang", reason: string) {
    super(reason);
    this.how = how;
  }
}

/** A command that could not be started, so that there is nothing to report of it. */
export class NotStarted extends Error {
  /** As of a shell: 127 for a program that was not found, 126 for any other reason. */
  readonly exitCode: number;

  constructor(program: string, exitCode: number, cause: Error) {
    const reason =
      exitCode === 127
        ? `${program} was not found. Check its name, or give its path.`
        : `${program} cannot be started: ${cause.message}.`;
    super(reason, { cause });
    this.exitCode = exitCode;
  }
}

/** A recording that cannot be read; the message says what is wrong and what to do. */
export class HarError extends Error {}

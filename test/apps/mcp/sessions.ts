import { sessionA, sessionB, sessionC } from "./session.ts";

/** The most calls and characters of answers that each session may take. */
export const sessions = [
  { name: "a", play: sessionA, calls: 5, chars: 8_000 },
  { name: "b", play: sessionB, calls: 12, chars: 14_000 },
  { name: "c", play: sessionC, calls: 6, chars: 4_000 },
] as const;

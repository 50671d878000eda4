/** Words to avoid, and their replacements. */
export const replacements = [
  say("nobody|somebody|whoever|none but|none other", "say who, or 'no one', 'only'"),
  say("beside", "next to, with, outside"),
  say("told|tells? (?:of|that|what|which|whether|how|apart)", "report, show, set, distinguish"),
  say("amiss|at fault", "wrong, invalid, failed"),
  say("(?:is|are|was) to be (?:had|\\w+ed)|is to \\w+", "say who does it, or that it exists"),
  say(
    "as it stands|likewise|anew|of which|whereof|thereof|lest|whence|thereby",
    "rewrite the sentence",
  ),
  say("for ever", "forever; ReDoS for patterns"),
  say("(?<!there )(?:is|are|was|were) no (?!longer|more|such)\\w+|of no \\w+", "is not a, has no"),
  say("wins? over|won over", "override"),
  say("cannot be used|unusable", "invalid"),
  say("rest(?:s|ed)? on", "depend on, use"),
  say("likes? of|takes? (?:it|them|one) for", "treat as"),
  say("stop(?:s|ped)? in order|ends? in order", "graceful shutdown"),
  say("stands? (?:in|at|on|beside|where|there|for itself)", "is in"),
  say("two readers", "request smuggling"),
  say("may do this|could never meet", "may call this operation; can never match"),
  say("rehears\\w+", "dry run"),
  say("testers?-plane|tester's plane|testers' plane", "control plane"),
  say("tally|shelf|lazily|patience", "coverage counters, workspace cache, lazy, timeouts"),
  say("settings together|together-settings", "cross-field validation"),
  say("drift(?:s|ed)?", "conformance check, difference"),
  say("odd characters?", "control characters"),
  say("in whatever|of whatever|by whatever", "any"),
  say("but for|save for|all but", "except for"),
  say("that (?:is|are|was|were) none", "that is not a …, or: for anything that is not"),
  say("(?:is|are|was|were|runs?|calls?) in work", "is running"),
  say("cut off or no|or no HAR", "truncated, or not a …"),
  say("an answer never comes", "the client waits forever"),
  say("otherwise,? (?:use|take|give|set|run|write|pass)", "If …, use …: name the case"),
  say("(?:so|such) that none (?:is|are) left|none (?:is|are) left", "until all are …"),
] as const;

/** Matches whole words, in any case. */
function say(words: string, advice: string) {
  return { pattern: new RegExp(`\\b(?:${words})\\b`, "i"), advice };
}

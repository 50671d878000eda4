#!/usr/bin/env node
// Plain JavaScript, so that a Node too old for the rest gets a sentence instead of a crash in a native module.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `lead-sandbox needs Node 22.18 or newer and this is Node ${process.versions.node}. ` +
      "After `npm ci`, `npm start` brings its own.\n",
  );
  process.exit(2);
}
await import("./main.ts");

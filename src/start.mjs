#!/usr/bin/env node
// Plain JavaScript: a Node version too old for the rest gets an error message instead of a crash in a native module.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `lead-sandbox needs Node 22.18 or newer and this is Node ${process.versions.node}. ` +
      "After `npm ci`, `npm start` brings its own.\n",
  );
  process.exit(2);
}
// Process 1 of a container ignores signals without a listener. These listeners end it like any other process
// while it starts, and in a command that has nothing to finish.
if (process.pid === 1) {
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + number);
    });
  }
}
await import("./apps/cli/main.ts");

/** What was tried for a goal, by its name: the report shows it for each goal that is not met. Written by hand. */
export const tried: Readonly<Record<string, string>> = {
  "list of 20 with total, 10 connections":
    "The heap held every Lead of the fixture as an object. Marking 400 MiB of them took a third of the processor at 1M Leads. The Leads are only in the image of the database now. A list in process takes the same time at 1M as at 1k.",
  "reset to 100, 10000, 100000 Leads over HTTP":
    "A reset takes 60 to 90 µs in process, at every size. Over HTTP, half of the time went into a Node `Request` with a stream, made to find out that there is no body. The head of the request answers that now. No AbortController is aborted when no request is in flight. Left are the connection, routing, the guard of the control API, zod, the rollback and the answer.",
  "1000 workspaces, each":
    "An unused workspace has no database and takes 3 KiB. SQLite takes some 190 KiB of the first use. A connection takes 65 of them, the copy of the image 50, the schema 20 to 40. The first use took 430 KiB before. Statements are fewer and closures are gone. Pages of 512 bytes save 34 KiB and make the SQL of a POST 8 % slower. A smaller page cache changed nothing. Workspaces cannot share a connection, because a savepoint belongs to the whole connection.",
  "memory after 1M mixed requests, collected":
    "V8 lets its heap grow to four times the live objects and keeps the pages. Equal headers and bodies are stored once now, and dropped entries leave memory at once. That brought live objects from 42 to 28 MiB. A smaller young generation (`--max-semi-space-size=8`) saves 30 to 80 MiB, but a process cannot set it for itself.",
  "size of the installed package":
    "Nearly half of the size is SQLite's prebuilt binaries for every platform, in the package `better-sqlite3`. A quarter is the source of SQLite in that package. Our own files are 9.2 MB. Decision 0018 lists what would make it smaller and why it was not taken.",
  "commands --version, ready, env":
    "`--version` does not load the command line. `ready` and `env` send their request with `node:http`: loading `fetch` took longer than the rest of the command. A script that only sends one request with `node:http` already takes 1.4 times as long as an empty one.",
};

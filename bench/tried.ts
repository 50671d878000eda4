/** Attempts by goal, written by hand. The report shows those of each goal that is not met. */
export const tried: Readonly<Record<string, string>> = {
  "Vitest: cost of a test file":
    "With `globalSetup`, a test file loads only the client, not the server. Whole runs on this machine gave 87 to 125 ms.",
  "Vitest: 400 small tests over HTTP":
    "Half of what the suite takes above bare Hono was in the workers: creating and dropping workspaces through `Request`, `Response` and web streams. These calls use `node:http` now, as the commands do. The suite takes 0.9 × the processor time of before, on a busy machine. Left is the work of the server for each workspace, and two more clients to compile in each worker. Dropping workspaces without waiting would shorten a test, but tests could no longer rely on the drop.",
  "Vitest: a small test in process":
    "The same test takes 1.05 ms in a warm process. Each worker is a new process, and V8 still interprets most of the code during its first 50 tests. The time is spread over the whole server. `fetch` without a signal no longer listens for an abort, which saves 3 %. Compiling everything at once (`--always-sparkplug`) saves less than 5 % of the processor time, and a library must not set V8's flags. The other remedy is `isolate: false` in Vitest.",
  "new workspace, 5 requests, drop: processor time":
    "A pool reuses connections and prepared statements of dropped workspaces, and a new one has no database until its first use. The same commit gave 4.2 × and 6.4 × by HTTP in two runs.",
  "GET of one Lead, 10 and 50 connections":
    "A GET takes 1.06 × the processor time that it took at the report of 2026-11-21, in one interleaved run. It took 1.18 × before logs kept the sizes of entries and before traces became classes. What is left is the work of features since then, such as the link in each answer.",
  "explore: a request to another sandbox of the process":
    "Whole runs on this machine gave 1.05 ×, 1.07 × and 1.09 ×.",
  "GET of a random Lead of 1k and of 100k, 10 connections":
    "Most of the difference to 1k is probably memory that the processor has not cached: Leads, rows and ids. A cache of all 100k Leads takes some 260 MiB and saves a tenth of the time without one. Caching each Lead that is read once was slower than not caching it, because of garbage collection. So a Lead of a large workspace is cached at its second read. Left are reading the row, the record, its text and its check, which take 8 µs in a warm loop. Decision 0010 has the figures.",
  "memory after 100k mixed requests, no forced collection":
    "V8 lets the heap grow to four times its live objects. With `--heap-growing-percent=100`, 100k requests leave 214 MiB, but a POST takes 1.14 times the processor time. Decision 0010 has the other flags.",
  "start with a fixture of 100k and 1M Leads":
    "The whole document is read and checked at once, because workspaces have up to 10,000 Leads. Most of the rest is inserting. A larger page cache, no journal and an exclusive lock change nothing. Decision 0016 lists the alternatives.",
  "POST while 32 clients wait for mail":
    "The captured message is kept for those who wait, so none of them reads the outbox. By a profile on a busy machine, 32 waits took 49 µs of a POST, and take 19 µs now. Left are 32 calls for each of its four events, and 32 comparisons with the message.",
  "list of 20 with total, 10 connections":
    "The heap held every Lead of the fixture as an object. Marking 400 MiB of them took a third of the processor at 1M Leads. The Leads are only in the image of the database now. A list in process takes the same time at 1M as at 1k.",
  "reset to 100, 10000, 100000 Leads over HTTP":
    "A reset takes 60 to 90 µs in process, at every size. Over HTTP, half of the time went into a Node `Request` with a stream, made to find out that there is no body. The head of the request answers that now. No AbortController is aborted when no request is in flight. Left are the connection, routing, the guard of the control API, zod, the rollback and the answer.",
  "1000 workspaces, each":
    "An unused workspace has no database and takes 3 KiB. SQLite takes some 190 KiB of the first use. A connection takes 65 of them, the copy of the image 50, the schema 20 to 40. The first use took 430 KiB until it prepared fewer statements and made fewer closures. Pages of 512 bytes save 34 KiB and make the SQL of a POST 8 % slower. A smaller page cache changed nothing. After the report of 2026-11-22, a workspace shares more statements and has fewer closures, which saves 8 KiB. Workspaces cannot share a connection, because a savepoint belongs to the whole connection.",
  "memory after 1M mixed requests, collected":
    "V8 lets its heap grow to four times the live objects and keeps the pages. Equal headers and bodies are stored once now, and dropped entries leave memory at once. That brought live objects from 42 to 28 MiB. A smaller young generation (`--max-semi-space-size=8`) saves 30 to 80 MiB, but a process cannot set it for itself.",
  "first use in a fresh Node: import, create, first workspace, first POST":
    "A third of an import is Node's own modules: `node:http`, `node:http2` and `Response`. Loading them with the first request only moves their cost there. A first POST runs most code for the first time. No part of it takes more than a fifth. The largest are SQL texts by drizzle, zod schemas, routing, the native database and garbage collection. A compile cache would be a side effect on the user's process.",
  "size of the installed package":
    "Nearly half of the size is SQLite's prebuilt binaries for every platform, in the package `better-sqlite3`. A quarter is the source of SQLite in that package. Our own files are 9.2 MB. Decision 0018 lists what would make it smaller and why it was not taken.",
  "commands --version, ready, env":
    "`--version` does not load the command line. `ready` and `env` send their request with `node:http`: loading `fetch` took longer than the rest of the command. A script that only sends one request with `node:http` already takes 1.4 times as long as an empty one.",
};

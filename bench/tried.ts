/** What was tried for a goal, by its name, so that the report can say it of one that is not met. Written by hand. */
export const tried: Readonly<Record<string, string>> = {
  "POST, 10 and 50 connections":
    "It took eighteen times the processor of a bare Hono server and takes five. Gone are the promises of the gates, Node's own Request and Response, drizzle's binding and mapping, the sorted search for a Firm's referral code, a URL for each link, ids by BigInt. What is left is spread: two rows in a savepoint with eight trees of indexes (11 µs of some 60 before HTTP), a search for an id that is not there, two checks by zod, events, the journal. No gain that could be told from the noise: other page sizes, a larger young generation, binding by name. Not tried: an outbox row without indexes of its own, an insert that finds a taken id by its conflict.",
  "POST with the welcome mail against without":
    "Nearly all of it is the row of the outbox: with the insert left out the ratio was 0.94 in a run in which it was 0.81 with it. The message is stored as what it says and MIME is made when somebody reads it. Writing captured mail behind in batches of 100 took 4 to 10 percent off a POST, and is not in: what is rolled back, marked or serialised meanwhile would have to wait for it. Not tried: a row of number, id and one JSON text, which took 2.9 µs in place of 5 alone.",
  "list of 20 with total, 10 connections":
    "Its part against a bare Hono server and against every peer is met, at 1M Leads too. What is lost at 1M is not in SQLite, which is asked for nothing while nothing is written, and was not found: a larger heap to collect is what we suppose.",
  "reset over HTTP, in memory, fixture of 100, 10000, 100000 Leads alike":
    "In process a reset takes 60 to 90 µs at any size, of some 500 before. What is left of an answer over HTTP is the connection, the guard of the control API, zod and the wait for the requests under way: it varies around the bound from run to run, and not with the size.",
  "1000 workspaces":
    "A workspace that nobody uses has no database: 4 to 7 KiB in process, of 289. The 41 KiB here are those of a thousand calls over HTTP that made them, among them the answers and the young generation of the heap. Of the first use, which was 430 KiB, statements without closures took some 40 KiB and own savepoints nine statements each; a third of its time is SQLite opening the image, a quarter its first statement, which reads the tables. A smaller page cache changed nothing.",
  "memory after 1M mixed requests, journal on":
    "It is flat: 3 percent of the heap over the second half. What it holds is 10 000 entries of the journal with their bodies, 20 000 events, 4 000 records a table, and 10 000 mails. Headers that say the same are kept once. Not tried: smaller bounds, which are settings.",
  "file mode, POST, 50 connections":
    "The log is put into the file every 8000 pages of 1 KiB, in place of every 1000 of 4 KiB, which took a POST in process from 95 to 64 µs and its p99 from 3.3 to 0.2 ms. `synchronous = off` gained little beside that and would break what docs/durability.md says of a loss of power; a log of 32 000 pages makes pauses of 36 to 86 ms. The rest is what a POST costs in memory too.",
};

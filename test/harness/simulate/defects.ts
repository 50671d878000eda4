/** What is usually wrong with pollers: changes of the pollers in `docs/polling` that lose rows. */
import type { SimulationSettings } from "../../../src/harness/simulate/settings.ts";
import type { Strategy } from "./languages.ts";

export interface Defect {
  readonly name: string;
  readonly strategy: Strategy;
  /** Texts of the program, each with its replacement. */
  readonly changes: readonly (readonly [string, string])[];
  readonly settings: Partial<SimulationSettings>;
  /** Kind, column, cause and permanence of the finding. */
  readonly finding: string;
}

type Kinds = SimulationSettings["changes"];
const some = (...kinds: readonly (Kinds extends ReadonlySet<infer Kind> ? Kind : never)[]) => ({
  changes: new Set(kinds),
});

/** With `create` and `convert`, the eighth group of events in each gap is about a disturbance; of a crash there are nine. */
const atCrash = { part: 8, of: 9 };
const atOverlap = { part: 8, of: 8 };

const withDeleted = 'scope="withDeleted", ';
const lookBack = "timedelta(minutes=5)";
const saving = `with open(f"{ledger}.new", "w") as file:
    json.dump(list(rows.values()), file)
os.replace(f"{ledger}.new", ledger)`;
const fromRows = `mark = max([row["at"] for row in rows.values()], default="1970-01-02T00:00:00.000Z")`;
const markFile = `mark = open(ledger + ".mark").read() if os.path.exists(ledger + ".mark") else "1970-01-02T00:00:00.000Z"`;
const sinceLine = `newest = datetime.fromisoformat(mark.replace("Z", "+00:00")).replace(tzinfo=None)  # always in UTC
since = (newest - timedelta(minutes=5)).isoformat(timespec="milliseconds") + "Z"`;
const paging = 'for field in ("updatedAt", "deletedAt"):';

const epochs = `{"updatedAt": "1970-01-02T00:00:00.000Z", "deletedAt": "1970-01-02T00:00:00.000Z"}`;
/** A watermark for each list in a file of its own, without a look-back. */
const marksInFile: Defect["changes"] = [
  [
    fromRows,
    `load = lambda: json.load(open(ledger + ".marks")) if os.path.exists(ledger + ".marks") else ${epochs}\nmarks = load()`,
  ],
  [`${sinceLine}\n`, ""],
  ["    page, offset = None, 0", "    page, offset, since = None, 0, marks[field]"],
];
const newMark = `        offset += len(page)
        marks[field] = max([marks[field], *(lead[field] for lead in page)])`;

export const defects: readonly Defect[] = [
  {
    name: "no `withDeleted`",
    strategy: "full_scan",
    changes: [[withDeleted, ""]],
    settings: some("convert"),
    finding: "missing row convert lasting",
  },
  {
    name: "`updatedAt` alone",
    strategy: "incremental",
    changes: [[paging, 'for field in ("updatedAt",):']],
    settings: some("convert"),
    finding: "stale state convert lasting",
  },
  {
    name: "equal timestamps",
    strategy: "incremental",
    changes: [
      ['"$gte"', '"$gt"'],
      [lookBack, "timedelta(0)"],
    ],
    settings: some("twin"),
    finding: "missing row twin lasting",
  },
  {
    name: "the client's clock",
    strategy: "incremental",
    changes: [
      [fromRows, markFile],
      [
        saving,
        `${saving}\nwith open(ledger + ".mark", "w") as file:\n    file.write(open(os.environ["LEAD_SANDBOX_CLOCK"]).read())`,
      ],
    ],
    settings: { ...some("create"), clockSkew: 600_000 },
    finding: "missing row create lasting",
  },
  {
    name: "early stop",
    strategy: "newest_first",
    changes: [
      [
        "rows, page, offset = {}, None, 0",
        'rows, page, offset = {}, None, 0\nif os.path.exists(f"{folder}/ledger.json"):\n    rows = {row["id"]: row for row in json.load(open(f"{folder}/ledger.json"))}',
      ],
      [
        "    for lead in page:",
        '    known = any(lead["id"] in rows for lead in page)\n    for lead in page:',
      ],
      ["    offset += 95", "    if known:\n        break\n    offset += 100"],
    ],
    settings: { ...some("convert"), leads: [105] },
    finding: "stale state convert lasting",
  },
  {
    name: "absent means closed",
    strategy: "full_scan",
    changes: [
      [withDeleted, ""],
      [
        'with open(f"{folder}/ledger.new", "w") as file:',
        'if os.path.exists(f"{folder}/ledger.json"):\n    for row in json.load(open(f"{folder}/ledger.json")):\n        rows.setdefault(row["id"], {**row, "state": "Converted"})\nwith open(f"{folder}/ledger.new", "w") as file:',
      ],
    ],
    settings: some("archive"),
    finding: "wrong state archive lasting",
  },
  {
    name: "archived taken for Active",
    strategy: "full_scan",
    changes: [
      [
        '"Active" if not lead["deletedAt"] else "Converted" if lead["convertedAt"] else "Archived"',
        '"Converted" if lead["convertedAt"] else "Active"',
      ],
    ],
    settings: some("archive"),
    finding: "stale state archive lasting",
  },
  {
    name: "the watermark before the rows",
    strategy: "incremental",
    changes: [
      ...marksInFile,
      [
        "        offset += len(page)",
        `${newMark}\n    open(ledger + ".marks", "w").write(json.dumps(marks))`,
      ],
    ],
    settings: { ...some("create", "convert", "crash"), shard: atCrash },
    finding: "missing row crash lasting",
  },
  {
    name: "overlapping runs",
    strategy: "incremental",
    changes: [
      ...marksInFile,
      ["        offset += len(page)", newMark],
      [
        saving,
        `${saving}\nmarks = {field: max(mark, load()[field]) for field, mark in marks.items()}\nopen(ledger + ".marks", "w").write(json.dumps(marks))`,
      ],
    ],
    settings: { ...some("create", "convert", "overlap"), shard: atOverlap },
    finding: "missing row overlap lasting",
  },
];

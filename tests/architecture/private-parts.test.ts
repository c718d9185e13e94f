import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Beside these, `no-underscore-dangle` and `no-restricted-imports` in .oxlintrc.json. */
const privateParts: readonly { reason: string; pattern: RegExp; except?: readonly string[] }[] = [
  { reason: "Drizzle's own `_`", pattern: /\b\w+\._\.\w/ },
  { reason: "Drizzle's session", pattern: /\.prepareQuery\b/ },
  { reason: "a field that its package marks as private", pattern: /\b(?:const|let) \{(?:[^{}\n]*,)? ?_[a-z]\w/ },
  {
    reason: "a table of pg-boss",
    pattern: /\bpgboss\./,
    except: ["server/platform/queue/job-table.ts", "tests/harness/jobs.ts"],
  },
]

function usesIn(file: string, text: string): string[] {
  return privateParts
    .filter(({ except }) => !except?.includes(file))
    .flatMap(({ reason, pattern }) =>
      text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} uses ${reason}`] : [])),
    )
}

test("no file imports the private parts of a package", () => {
  const files = globSync("{app,bench,bin,domain,isomorphic,proofs,seed,server,tests}/**/*.{ts,tsx,mjs}")
  const others = files.filter((file) => file !== "tests/architecture/private-parts.test.ts")
  expect(others.flatMap((file) => usesIn(file, readFileSync(file, "utf8")))).toEqual([])
})

test.each([
  "const { session } = executor._.session",
  "db.session.prepareQuery(statement)",
  "const { _parsers } = answer",
  "await db.execute(sql`delete from pgboss.job`)",
])("the rule rejects an offence: %s", (line) => {
  expect(usesIn("server/a.ts", line)).not.toEqual([])
})

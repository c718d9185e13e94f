import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { isDeepStrictEqual, styleText } from "node:util"
import { Client } from "pg"
import { look, readMigratedState, deleteWritten } from "../tests/harness/reset.ts"

const logs = ".tmp/prove"

/** Call before loading the server, on a migrated database of its own. */
export async function beginProof(name: string) {
  const client = new Client({ connectionString: process.env["DATABASE_URL"] })
  await client.connect()
  const state = await readMigratedState(client)
  const write = process.stdout.write.bind(process.stdout)
  const say = (line = "") => void write(line === "" ? "\n" : `  ${line}\n`)
  const log = path.join(logs, `${name}.log`)
  mkdirSync(logs, { recursive: true })
  writeFileSync(log, "")
  process.stdout.write = (chunk: string | Uint8Array) => {
    appendFileSync(log, chunk)
    return true
  }
  let failures = 0
  return {
    say,
    /** Does not restore schema changes. */
    async reset(): Promise<void> {
      await deleteWritten(client, state, await look(client, state.lookSql))
    },
    report(label: string, actual: unknown, expected: unknown): void {
      if (isDeepStrictEqual(actual, expected)) return say(`${styleText("green", "✓")} ${label}`)
      failures += 1
      say(styleText("red", `✗ ${label}`))
      say(styleText("red", `  expected ${JSON.stringify(expected)}`))
      say(styleText("red", `  found    ${JSON.stringify(actual)}`))
    },
    async end(line: string): Promise<never> {
      await client.end()
      const summary = `${name}: ${line}`
      say(failures === 0 ? summary : styleText("red", `${summary}; ${failures} WRONG (the server's log: ${log})`))
      process.exit(failures === 0 ? 0 : 1)
    },
  }
}

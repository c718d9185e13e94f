import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { isDeepStrictEqual, styleText } from "node:util"
import { Client } from "pg"
import { look, readMigratedState, takeAway } from "../tests/harness/reset.ts"

/** Where the server's own log of each proof is kept, beside what the proof says on the terminal. */
const logs = ".tmp/prove"

/**
 * What a proof does with its database, and says: one line for each case, one in the end. To be begun before the server
 * is loaded, in the migrated database of DATABASE_URL, which nobody else uses.
 */
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
  let wrong = 0
  return {
    say,
    /** Takes away what was written. What a case changes of the schema it brings back itself. */
    async empty(): Promise<void> {
      await takeAway(client, state, await look(client, state.lookSql))
    },
    /** One case: what was done and found; what was expected as well where that is something else. */
    tell(what: string, found: unknown, expected: unknown): void {
      if (isDeepStrictEqual(found, expected)) return say(`${styleText("green", "✓")} ${what}`)
      wrong += 1
      say(styleText("red", `✗ ${what}`))
      say(styleText("red", `  expected ${JSON.stringify(expected)}`))
      say(styleText("red", `  found    ${JSON.stringify(found)}`))
    },
    /** The last line; ends the process, with 1 where a case went wrong. */
    async end(line: string): Promise<never> {
      await client.end()
      const whole = `${name}: ${line}`
      say(wrong === 0 ? whole : styleText("red", `${whole}; ${wrong} WRONG (the server's log: ${log})`))
      process.exit(wrong === 0 ? 0 : 1)
    },
  }
}

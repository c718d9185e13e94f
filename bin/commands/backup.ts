import path from "node:path"
import { giveUp, OperatorProblem, say } from "../operator.ts"
import { readWords } from "./words.ts"

process.env["NODE_ENV"] ||= "production"

const usage = "npm run backup -- <file, as backups/2027-06-12.tar.gz>"

try {
  await backUp(process.argv.slice(2))
} catch (error) {
  giveUp(error)
}

/** Writes database and files into one file, also while the shop runs. */
async function backUp(typed: readonly string[]): Promise<void> {
  const [name] = readWords(typed, { names: 1, usage }).names
  if (name === undefined) throw new OperatorProblem(`Say which file to write: ${usage}`)
  // npm goes to the package's folder: a relative name is meant from where the command was typed.
  const file = path.resolve(process.env["INIT_CWD"] ?? "", name)
  const { environment } = await import("../../server/environment.server.ts")
  const { openDatabase } = await import("../database.ts")
  const { loadServer } = await import("../server-build.ts")
  const database = await openDatabase(environment, "npm run backup", { share: true })
  try {
    const { backUpTo, close } = await loadServer()
    const { tables, rows, files } = await backUpTo(file)
    say(`${file}: ${rows} rows of ${tables} tables and ${files} files`)
    await close()
  } catch (error) {
    await database.stop()
    giveUp(error)
  }
  await database.stop()
  process.exit(0)
}

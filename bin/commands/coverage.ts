import { coverageTable, disagreements } from "../../tests/architecture/specification-ids.ts"
import { readProject } from "../../tests/architecture/specification-project.ts"
import { giveUp } from "../operator.ts"
import { readArguments } from "./arguments.ts"

try {
  const { names } = readArguments(process.argv.slice(2), { names: 1, usage: "npm run coverage -- [<part of an id>]" })
  const { sentences, notBuilt, holders } = readProject()
  process.stdout.write(coverageTable(sentences, notBuilt, holders, names[0]))
  const tests = new Set(holders.map(({ file, test }) => `${file}\n${test}`))
  process.stdout.write(
    `\n${sentences.length} ids, ${notBuilt.length} not yet built, ${tests.size} tests that hold them\n`,
  )
  const wrong = disagreements(sentences, notBuilt, holders)
  if (wrong.length > 0) {
    process.stdout.write(`\n${wrong.join("\n")}\n`)
    process.exitCode = 1
  }
} catch (error) {
  giveUp(error)
}
// An open IPC channel keeps the process alive.
process.disconnect?.()

import { coverageTable, disagreements } from "../../tests/architecture/specification-ids.ts"
import { readProject } from "../../tests/architecture/specification-project.ts"
import { giveUp } from "../operator.ts"
import { readWords } from "./words.ts"

// Each sentence of the specification with the tests that hold it; of the ids that hold a word, when one is typed.
try {
  const { names } = readWords(process.argv.slice(2), { names: 1, usage: "npm run coverage -- [<part of an id>]" })
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
// The channel to who started this would keep it alive.
process.disconnect?.()

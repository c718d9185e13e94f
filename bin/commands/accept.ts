import { OperatorProblem, say } from "../operator.ts"
import { runCommand, withShop } from "./shop.ts"
import { readWords } from "./words.ts"

const usage = "npm run accept -- secret, or npm run accept -- storage"

await runCommand(() => accept(process.argv.slice(2)))

/** Another secret, or another storage, is the shop's from now on: with the variables that it will run with. */
async function accept(typed: readonly string[]): Promise<void> {
  const [what] = readWords(typed, { names: 1, usage }).names
  if (what !== "secret" && what !== "storage") throw new OperatorProblem(`Say what was changed: ${usage}`)
  await withShop("npm run accept", async (server) => {
    if (!(await server.accept(what))) throw new OperatorProblem("There is no shop in this database: run npm start.")
    if (what === "secret") say("This secret is the shop's now. Owners of a second factor sign in with a recovery code")
    else say("This storage is the shop's now")
  })
}

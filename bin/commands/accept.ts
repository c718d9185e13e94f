import { OperatorProblem, say } from "../operator.ts"
import { runCommand, withShop } from "./shop.ts"
import { readArguments } from "./arguments.ts"

const usage = "npm run accept -- secret, or npm run accept -- storage"

await runCommand(() => accept(process.argv.slice(2)))

async function accept(args: readonly string[]): Promise<void> {
  const [change] = readArguments(args, { names: 1, usage }).names
  if (change !== "secret" && change !== "storage") throw new OperatorProblem(`Say what was changed: ${usage}`)
  await withShop("npm run accept", async (server) => {
    if (!(await server.acceptChange(change)))
      throw new OperatorProblem("There is no shop in this database: run npm start.")
    if (change === "secret")
      say("This secret is the shop's now. Owners of a second factor sign in with a recovery code")
    else say("This storage is the shop's now")
  })
}

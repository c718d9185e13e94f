import { giveUp, OperatorProblem, say } from "../operator.ts"
import { readWords } from "./words.ts"

process.env["NODE_ENV"] ||= "production"

const usage = "npm run accept -- secret, or npm run accept -- storage"

try {
  await accept(process.argv.slice(2))
} catch (error) {
  giveUp(error)
}

/** Another secret, or another storage, is the shop's from now on: with the variables that it will run with. */
async function accept(typed: readonly string[]): Promise<void> {
  const [what] = readWords(typed, { names: 1, usage }).names
  if (what !== "secret" && what !== "storage") throw new OperatorProblem(`Say what was changed: ${usage}`)
  const { environment } = await import("../../server/environment.server.ts")
  const { openDatabase } = await import("../database.ts")
  const { loadServer } = await import("../server-build.ts")
  const database = await openDatabase(environment, "npm run accept", { share: true })
  try {
    const server = await loadServer()
    if (!(await server.accept(what))) throw new OperatorProblem("There is no shop in this database: run npm start.")
    if (what === "secret") say("This secret is the shop's now. Owners of a second factor sign in with a recovery code")
    else say("This storage is the shop's now")
    await server.close()
  } catch (error) {
    await database.stop()
    giveUp(error)
  }
  await database.stop()
  process.exit(0)
}

import { giveUp, say } from "../operator.ts"
import { readWords } from "./words.ts"

process.env["NODE_ENV"] ||= "production"
// Asked for by name: the demonstration catalogue comes first, also into a shop on its own PostgreSQL.
process.env["SEED"] = "demo"

const usage = "npm run seed [-- --large]"

try {
  await seed(process.argv.slice(2))
} catch (error) {
  giveUp(error)
}

/** Fills an empty shop with the demonstration catalogue; `--large` adds what a large company would have. */
async function seed(typed: readonly string[]): Promise<void> {
  const { flags } = readWords(typed, { flags: ["large"], usage })
  const { environment } = await import("../../server/environment.server.ts")
  const { openDatabase } = await import("../database.ts")
  const { loadServer } = await import("../server-build.ts")
  const database = await openDatabase(environment, "npm run seed", { share: true })
  let code = 0
  try {
    const { prepare, seedLarge, close } = await loadServer()
    const { seeded, administrator } = await prepare()
    say(seeded ? "The demonstration catalogue is in place" : "The shop has a catalogue already: it was left as it is")
    if (administrator) say(`Administrator: ${administrator.email}, password ${administrator.password}`)
    if (flags.has("large")) {
      const added = await seedLarge()
      say(
        added
          ? "3,000 customers, 300 products, 5,000 bookings and 6,500 letters were added, all of them examples"
          : "The large demonstration is there already",
      )
    }
    await close()
  } catch (error) {
    code = 1
    await database.stop()
    giveUp(error)
  }
  await database.stop()
  process.exit(code)
}

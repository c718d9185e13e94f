import { giveUp, say } from "../operator.ts"
import type { LargeCounts } from "../../seed/large/large.ts"
import { readWords } from "./words.ts"

process.env["NODE_ENV"] ||= "production"
// Asked for by name: the demonstration catalogue comes first, also into a shop on its own PostgreSQL.
process.env["SEED"] = "demo"

const usage = "npm run seed [-- --large | --huge]"

try {
  await seed(process.argv.slice(2))
} catch (error) {
  giveUp(error)
}

/** Fills an empty shop with the demonstration catalogue; `--large` adds what a large company would have, `--huge` more than any. */
async function seed(typed: readonly string[]): Promise<void> {
  const { flags } = readWords(typed, { flags: ["large", "huge"], usage })
  const { environment } = await import("../../server/environment.server.ts")
  const { openDatabase } = await import("../database.ts")
  const { loadServer } = await import("../server-build.ts")
  const database = await openDatabase(environment, "npm run seed", { share: true })
  let code = 0
  try {
    const { prepare, seedLarge, largeCounts, hugeCounts, close } = await loadServer()
    const { seeded, administrator } = await prepare()
    say(seeded ? "The demonstration catalogue is in place" : "The shop has a catalogue already: it was left as it is")
    if (administrator) say(`Administrator: ${administrator.email}, password ${administrator.password}`)
    if (flags.size > 0) {
      const counts = flags.has("huge") ? hugeCounts : largeCounts
      const added = await seedLarge(new Date(), counts)
      say(added ? `${saidOf(counts)} were added, all of them examples` : "A large demonstration is there already")
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

/** "3,000 customers, 300 products, 5,000 bookings and 6,500 letters". */
function saidOf({ customers, products, bookings, subscribers, messages, mails }: LargeCounts): string {
  const [people, offered, booked, letters] = [customers, products, bookings, subscribers + messages + mails].map(
    (count) => count.toLocaleString("en-GB"),
  )
  return `${people} customers, ${offered} products, ${booked} bookings and ${letters} letters`
}

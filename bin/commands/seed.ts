import { say } from "../operator.ts"
import type { LargeCounts } from "../../seed/large/large.ts"
import { runCommand, withShop } from "./shop.ts"
import { readWords } from "./words.ts"

// Asked for by name: the demonstration catalogue comes first, also into a shop on its own PostgreSQL.
process.env["SEED"] = "demo"

const usage = "npm run seed [-- --large | --huge]"

await runCommand(() => seed(process.argv.slice(2)))

/** Fills an empty shop with the demonstration catalogue; `--large` adds what a large company would have, `--huge` more than any. */
async function seed(typed: readonly string[]): Promise<void> {
  const { flags } = readWords(typed, { flags: ["large", "huge"], usage })
  await withShop("npm run seed", async ({ prepare, seedLarge, largeCounts, hugeCounts }) => {
    const { seeded, administrator } = await prepare()
    say(seeded ? "The demonstration catalogue is in place" : "The shop has a catalogue already: it was left as it is")
    if (administrator) say(`Administrator: ${administrator.email}, password ${administrator.password}`)
    if (flags.size > 0) {
      const counts = flags.has("huge") ? hugeCounts : largeCounts
      const added = await seedLarge(new Date(), counts)
      say(added ? `${saidOf(counts)} were added, all of them examples` : "A large demonstration is there already")
    }
  })
}

/** "3,000 customers, 300 products, 5,000 bookings and 6,500 letters". */
function saidOf({ customers, products, bookings, subscribers, messages, mails }: LargeCounts): string {
  const [people, offered, booked, letters] = [customers, products, bookings, subscribers + messages + mails].map(
    (count) => count.toLocaleString("en-GB"),
  )
  return `${people} customers, ${offered} products, ${booked} bookings and ${letters} letters`
}

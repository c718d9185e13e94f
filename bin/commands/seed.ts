import { sayAdministrator } from "../first-administrator.ts"
import { say } from "../operator.ts"
import type { LargeCounts } from "../../seed/large/large.ts"
import { runCommand, withShop } from "./shop.ts"
import { readArguments } from "./arguments.ts"

// Set before the environment loads; also fills an operator's own PostgreSQL.
process.env["SEED"] = "demo"

const usage = "npm run seed [-- --large | --huge]"

await runCommand(() => seed(process.argv.slice(2)))

async function seed(args: readonly string[]): Promise<void> {
  const { flags } = readArguments(args, { flags: ["large", "huge"], usage })
  await withShop("npm run seed", async ({ prepare, seedLarge, largeCounts, hugeCounts }) => {
    const prepared = await prepare()
    say(
      prepared.seeded
        ? "The demonstration catalogue is in place"
        : "The shop has a catalogue already: it was left as it is",
    )
    sayAdministrator(prepared)
    if (flags.size > 0) {
      const counts = flags.has("huge") ? hugeCounts : largeCounts
      const added = await seedLarge(new Date(), counts)
      say(
        added ? `${describeCounts(counts)} were added, all of them examples` : "A large demonstration is there already",
      )
    }
  })
}

function describeCounts({ customers, products, bookings, subscribers, messages, mails }: LargeCounts): string {
  const [people, offered, booked, letters] = [customers, products, bookings, subscribers + messages + mails].map(
    (count) => count.toLocaleString("en-GB"),
  )
  return `${people} customers, ${offered} products, ${booked} bookings and ${letters} letters`
}

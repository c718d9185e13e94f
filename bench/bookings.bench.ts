/**
 * How much of PostgreSQL's speed the booking verb leaves: bookings placed per second through `placeBooking`, against
 * the very statements that these bookings consist of, recorded beforehand and sent one after the other by a bare `pg`
 * pool to a copy of the database. Both sides do the same orders with the same number of customers at once and connections.
 */
import { Pool } from "pg"
import { type Account, onOwnAccount } from "../domain/accounts/party.ts"
import { MAX_OPEN_UNVERIFIED } from "../domain/booking/open-requests.ts"
import type { BookingOrder } from "../server/bookings/place.ts"
import { closeResting, openDatabases } from "./database.ts"
import { compare, reportComparisons, speedOf } from "./measure.ts"
import { type Statement, recordStatements, send } from "./statements.ts"

const rounds = 30
const ordersInRound = 40
const customersAtOnce = 8
/** So many that none of them has too many open requests. */
const customers = Math.ceil(((rounds + 1) * ordersInRound) / MAX_OPEN_UNVERIFIED)
const requiredRatio = 0.4

const databases = await openDatabases()
process.env["DATABASE_URL"] = await databases.create()
process.env["NODE_ENV"] = "production"
const url = process.env["DATABASE_URL"]
// They read the address of the database as they are loaded.
const { placeBooking } = await import("../server/bookings/place.ts")
const { pool } = await import("../server/platform/database.server.ts")
const { migrate } = await import("../server/platform/database/migrate.ts")
const { installQueue } = await import("../server/platform/queue/install-queue.ts")
const { makeShop, ordersFor } = await import("./shop-for-orders.ts")
const { now } = await import("../tests/factories.ts")

type Placing = { customer: Account; order: BookingOrder }

async function place({ customer, order }: Placing): Promise<void> {
  const placed = await placeBooking({ party: onOwnAccount(customer), order, at: now })
  if (!placed.ok || placed.value.repeated) throw new Error("An order that should become a booking did not")
}

await migrate(pool)
await installQueue(pool)
const shop = await makeShop(customers)
const orders = Array.from({ length: rounds + 1 }, (_, round) => ordersFor(shop, round * ordersInRound, ordersInRound))
await closeResting(pool)
const original = await databases.copy(url)

const recorder = await recordStatements(pool)
const recorded: Statement[][][] = []
for (const placings of orders) {
  const ofRound: Statement[][] = []
  for (const placing of placings) {
    await place(placing)
    ofRound.push(recorder.take())
  }
  recorded.push(ofRound)
}
await recorder.stop()
await databases.reset(url, original)
const bare = new Pool({ connectionString: await databases.copy(original), max: pool.options.max })
const { closeQueue } = await import("../server/platform/queue/queue.ts")

const placing = (round: number) => speedOf(orders[round] ?? [], customersAtOnce, place)
const sending = (round: number) =>
  speedOf(recorded[round] ?? [], customersAtOnce, (statements) => send(bare, statements))
const compared = await compare(rounds, { value: placing, limit: sending })

await closeQueue()
await Promise.all([pool.end(), bare.end()])
await databases.close()
await reportComparisons("bookings", [
  {
    name: "bookings placed, to the same statements one after the other",
    unit: "a second",
    ...compared,
    required: requiredRatio,
  },
])

/**
 * How much of PostgreSQL's speed the booking verb leaves: bookings placed per second through `placeBooking`, against
 * the very statements that these bookings consist of, recorded beforehand and sent by a bare `pg` pool to a copy of
 * the database: in two flights, which is the limit, and one after the other, to tell what flights are worth. All sides
 * do the same orders with the same number of customers at once and connections. What the verb did before is told beside.
 */
import { Pool } from "pg"
import { type Account, onOwnAccount } from "../domain/accounts/party.ts"
import { MAX_OPEN_UNVERIFIED } from "../domain/booking/open-requests.ts"
import type { BookingOrder } from "../server/bookings/place.ts"
import type { Statement } from "../server/database/flight.ts"
import { closeResting, openDatabases } from "./database.ts"
import { compare, reportComparisons, speedOf } from "./measure.ts"
import { recordStatements, send, sendInTwoFlights } from "./statements.ts"

const rounds = 30
const ordersInRound = 40
const customersAtOnce = 8
/** So many that none of them has too many open requests. */
const customers = Math.ceil(((rounds + 1) * ordersInRound) / MAX_OPEN_UNVERIFIED)
const requiredRatio = 0.4
/** A second, before the verb went in two flights (commit b09063d6), on the machine of docs/performance.md with nothing else running. */
const speedBefore = 231

const databases = await openDatabases()
process.env["DATABASE_URL"] = await databases.create()
process.env["NODE_ENV"] = "production"
const url = process.env["DATABASE_URL"]
// They read the address of the database as they are loaded.
const { placeBooking } = await import("../server/bookings/place.ts")
const { pool } = await import("../server/database.server.ts")
const { migrate } = await import("../server/database/migrate.ts")
const { installQueue } = await import("../server/jobs/install-queue.ts")
const { makeShop, ordersFor } = await import("./shop-for-orders.ts")
const { now } = await import("../tests/factories.ts")

type Placing = { customer: Account; order: BookingOrder }

async function place({ customer, order }: Placing): Promise<void> {
  const placed = await placeBooking(onOwnAccount(customer), order, now)
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
const bare = async () =>
  new Pool({ connectionString: await databases.copy(original), max: pool.options.max, pipeline: true })
const [flights, single] = [await bare(), await bare()]
const { closeQueue } = await import("../server/jobs/queue.ts")

const placing = (round: number) => speedOf(orders[round] ?? [], customersAtOnce, place)
const sending = (target: Pool, how: typeof send) => (round: number) =>
  speedOf(recorded[round] ?? [], customersAtOnce, (statements) => how(target, statements))
const inFlights = await compare(rounds, { value: placing, limit: sending(flights, sendInTwoFlights) })
await closeResting(pool)
await databases.reset(url, original)
const oneByOne = await compare(rounds, { value: placing, limit: sending(single, send) })

await closeQueue()
await Promise.all([pool.end(), flights.end(), single.end()])
await databases.close()
await reportComparisons("bookings", [
  {
    name: "bookings placed, to the same statements in two flights",
    unit: "a second",
    ...inFlights,
    required: requiredRatio,
  },
  { name: "bookings placed, to the same one after the other", unit: "a second", ...oneByOne },
  {
    name: "bookings placed, to what b09063d6 placed on 2 quiet cores",
    unit: "a second",
    value: inFlights.value,
    limit: speedBefore,
    ratio: inFlights.value / speedBefore,
  },
])

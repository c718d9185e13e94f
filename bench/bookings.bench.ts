import { Pool } from "pg"
import { type Account, ownAccountParty } from "../domain/accounts/party.ts"
import { MAX_OPEN_UNVERIFIED } from "../domain/booking/open-requests.ts"
import type { BookingOrder } from "../server/bookings/quote-order.ts"
import { closeIdle, openDatabases } from "./database.ts"
import { compare, reportComparisons, measureThroughput } from "./measure.ts"
import { type Statement, recordStatements, replayStatements } from "./statements.ts"

const rounds = 30
const ordersInRound = 40
const customersAtOnce = 8
const customers = Math.ceil(((rounds + 1) * ordersInRound) / MAX_OPEN_UNVERIFIED)
const requiredRatio = 0.4

const databases = await openDatabases()
process.env["DATABASE_URL"] = await databases.create()
process.env["NODE_ENV"] = "production"
const url = process.env["DATABASE_URL"]
// These modules read DATABASE_URL when they load.
const { placeBooking } = await import("../server/bookings/place.ts")
const { pool } = await import("../server/platform/database.server.ts")
const { migrate } = await import("../server/platform/database/migrate.ts")
const { installQueue } = await import("../server/platform/queue/install-queue.ts")
const { makeShop, makeOrders } = await import("./shop-for-orders.ts")
const { now } = await import("../tests/factories.ts")

type CustomerOrder = { customer: Account; order: BookingOrder }

async function place({ customer, order }: CustomerOrder): Promise<void> {
  const placed = await placeBooking({ party: ownAccountParty(customer), order, at: now })
  if (!placed.ok || placed.value.repeated) throw new Error("An order that should become a booking did not")
}

await migrate(pool)
await installQueue(pool)
const shop = await makeShop(customers)
const orders = Array.from({ length: rounds + 1 }, (_, round) => makeOrders(shop, round * ordersInRound, ordersInRound))
await closeIdle(pool)
const original = await databases.copy(url)

const recorder = await recordStatements(pool)
const recorded: Statement[][][] = []
for (const placings of orders) {
  const roundStatements: Statement[][] = []
  for (const placing of placings) {
    await place(placing)
    roundStatements.push(recorder.take())
  }
  recorded.push(roundStatements)
}
await recorder.stop()
await databases.reset(url, original)
const bare = new Pool({ connectionString: await databases.copy(original), max: pool.options.max })
const { closeQueue } = await import("../server/platform/queue/queue.ts")

const placing = (round: number) => measureThroughput(orders[round] ?? [], customersAtOnce, place)
const sending = (round: number) =>
  measureThroughput(recorded[round] ?? [], customersAtOnce, (statements) => replayStatements(bare, statements))
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

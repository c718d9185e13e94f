/**
 * How much of PostgreSQL's speed the booking verb leaves: bookings placed per second through `placeBooking`, against
 * the very same statements, recorded from those bookings, sent again by a bare `pg` pool to a copy of the database.
 */
import { Client, Pool } from "pg"
import { addDays } from "../domain/day.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { pool } from "../server/database.server.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../tests/factories.ts"
import { copyOfBenchDatabase } from "./database.ts"
import { inParallel, median, report } from "./measure.ts"

const PRODUCTS = 20
const CONNECTIONS = 8
const ROUNDS = 7
const PER_ROUND = 200
const REQUIRED_RATIO = 0.7

type Statement = { text: string; values: unknown[] }

await makeFinanceSettings()
const customers = await Promise.all(Array.from({ length: CONNECTIONS }, () => makeCustomer()))
const products = await Promise.all(Array.from({ length: PRODUCTS }, () => makeProduct({ preparationDaysAfter: 1 })))
const options = await Promise.all(products.map((product) => makeOption(product.id, { unit: "day" })))
const copy = await copyOfBenchDatabase()
const bare = new Pool({ connectionString: copy.url, max: CONNECTIONS })

const ratios: number[] = []
const speeds: { verb: number[]; bare: number[] } = { verb: [], bare: [] }
let nextDay = 0
for (let round = 0; round <= ROUNDS; round++) {
  const orders = Array.from({ length: PER_ROUND }, (_, index) => orderFor(index))
  const recorded: Statement[][] = []
  const verb = await timed(orders, async (order, worker) => {
    const statements: Statement[] = []
    recorded.push(statements)
    await recording(statements, async () => {
      const placed = await placeBooking(customers[worker] ?? customers[0]!, order, now)
      if (!placed.ok) throw new Error(`A booking was refused: ${placed.error.kind}`)
    })
  })
  const raw = await timed(recorded, (statements) => replay(statements))
  // The first round warms both sides up.
  if (round === 0) continue
  speeds.verb.push(verb)
  speeds.bare.push(raw)
  ratios.push(verb / raw)
}
await bare.end()
await copy.drop()

report({
  name: "bookings",
  measured: "bookings a second through the verb",
  limit: "the same statements from a bare pg pool",
  value: median(speeds.verb),
  limitValue: median(speeds.bare),
  ratio: median(ratios),
  required: REQUIRED_RATIO,
})
await pool.end()

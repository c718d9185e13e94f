import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { system, onOwnAccount } from "../domain/accounts/party.ts"
import { occupiesDays } from "../domain/booking/status.ts"
import { dayInParis } from "../domain/day.ts"
import type { OptionChoice } from "../domain/pricing/price.ts"
import { blockDays } from "../server/availability/block.ts"
import { moveBooking } from "../server/bookings/answer.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { db } from "../server/database.server.ts"
import { profiles } from "../server/schema/accounts.ts"
import { bookings } from "../server/schema/bookings.ts"
import { instalments, payments, refunds } from "../server/schema/money.ts"
import { moneyOf } from "./booking-money.ts"
import { daysBefore } from "./days-before.ts"
import { type ExampleBooking, exampleBlocks, exampleBookings } from "./example-bookings.ts"
import type { SeededProduct } from "./products.ts"
import { daysOf } from "./relative-days.ts"

type Customers = ReadonlyMap<string, { id: string; name: string }>

/** Places the example bookings through the product's own verbs, as if each had been asked for at its time. */
export async function placeExampleBookings(
  products: ReadonlyMap<string, SeededProduct>,
  customers: Customers,
  at: Date,
): Promise<void> {
  // What was refused or cancelled first: its days are free again when somebody else asks for them.
  const inOrder = exampleBookings.toSorted((a, b) => Number(occupiesDays(a.status)) - Number(occupiesDays(b.status)))
  for (const example of inOrder) await placeExample(example, products, customers, at)
  for (const { product, when, reason } of exampleBlocks) {
    await blockDays(system, { productId: idOf(products, product).id, days: daysOf(when, dayInParis(at)), reason }, at)
  }
}

async function placeExample(
  example: ExampleBooking,
  products: ReadonlyMap<string, SeededProduct>,
  customers: Customers,
  at: Date,
) {
  const customer = idOf(customers, example.customer)
  const product = idOf(products, example.product)
  const asked = daysBefore(at, example.createdDaysAgo)
  const placed = await placeBooking(
    onOwnAccount(customer),
    {
      productId: product.id,
      days: daysOf(example.when, dayInParis(at)),
      options: choicesOf(example, product),
      photoPacks: example.photoPacks,
      isDelivery: example.delivery !== null,
      address: example.delivery ?? (await ownAddress(customer.id)),
      idempotencyKey: randomUUID(),
      shownTotal: null,
    },
    asked,
  )
  if (!placed.ok) throw new Error(`The example of ${example.customer} was refused: ${JSON.stringify(placed.error)}`)
  const { id } = placed.value.booking
  const answered = daysBefore(at, example.confirmedDaysAgo ?? Math.max(0, example.createdDaysAgo - 1))
  for (const to of pathTo(example.status)) {
    const moved = await moveBooking(system, id, { from: "pending", to }, answered)
    if (!moved.ok) throw new Error(`The example of ${example.customer} could not be ${to}`)
  }
  const [booking] = await db
    .update(bookings)
    .set({
      // Only a contract that nobody has signed yet has a deadline (D12).
      ...(example.contract === "sent" ? {} : { contractDueAt: null }),
      customerNote: example.customerNote,
      internalNote: example.internalNote,
      isExample: true,
    })
    .where(eq(bookings.id, id))
    .returning()
  if (booking) await noteMoney(moneyOf(booking, example.paymentStatus))
}

async function noteMoney(money: ReturnType<typeof moneyOf>): Promise<void> {
  if (money.instalments.length > 0) await db.insert(instalments).values(money.instalments)
  if (money.payments.length > 0) await db.insert(payments).values(money.payments)
  if (money.refunds.length > 0) await db.insert(refunds).values(money.refunds)
}

function pathTo(status: ExampleBooking["status"]): ("confirmed" | "refused" | "cancelled")[] {
  return status === "pending" ? [] : [status]
}

function choicesOf({ options }: ExampleBooking, { optionIds }: SeededProduct): OptionChoice[] {
  return options.flatMap(({ name, quantity, subOptions = [] }) => [
    { optionId: optionIds.get(name) ?? name, quantity },
    ...subOptions.map((sub) => ({
      optionId: optionIds.get(`${name}/${sub.name}`) ?? sub.name,
      quantity: sub.quantity,
    })),
  ])
}

async function ownAddress(customerId: string) {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, customerId))
  return { street: row?.street ?? "", zipCode: row?.zipCode ?? "", city: row?.city ?? "", instructions: "" }
}

function idOf<Value>(known: ReadonlyMap<string, Value>, key: string): Value {
  const value = known.get(key)
  if (value === undefined) throw new Error(`The demonstration data names “${key}”, which is not there`)
  return value
}

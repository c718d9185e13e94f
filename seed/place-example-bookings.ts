import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { system, onOwnAccount } from "../domain/accounts/party.ts"
import { contractDue } from "../domain/booking/deadlines.ts"
import { occupiesDays } from "../domain/booking/status.ts"
import { dayInParis } from "../domain/day.ts"
import type { BookingId, ProfileId } from "../domain/id.ts"
import type { OptionChoice } from "../domain/pricing/price.ts"
import { blockDays } from "../server/availability/block.ts"
import { moveBooking } from "../server/bookings/answer.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { addContractVersion } from "../server/contracts/versions.ts"
import { db, transaction } from "../server/database.server.ts"
import { profiles } from "../server/schema/accounts.ts"
import { bookings, contracts } from "../server/schema/bookings.ts"
import { payments, refunds } from "../server/schema/money.ts"
import { paymentsOf } from "./booking-money.ts"
import { daysBefore } from "./days-before.ts"
import { type ExampleBooking, exampleBlocks, exampleBookings } from "./example-bookings.ts"
import type { Account } from "../domain/accounts/party.ts"
import type { SeededProduct } from "./products.ts"
import { daysOf } from "./relative-days.ts"

type Customers = ReadonlyMap<string, Account>

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
  const move = async (from: "pending" | "confirmed", to: "confirmed" | "refused" | "cancelled") => {
    const moved = await moveBooking(system, id, { from, to }, answered)
    if (!moved.ok) throw new Error(`The example of ${example.customer} could not be ${to}`)
  }
  if (example.confirmedDaysAgo !== null) {
    await move("pending", "confirmed")
    await agree(id, example, answered)
    if (example.status === "cancelled") await move("confirmed", "cancelled")
  } else if (example.status === "refused" || example.status === "cancelled") await move("pending", example.status)
  if (example.paymentStatus === "refunded") await giveBack(id, answered)
  await db
    .update(bookings)
    .set({ customerNote: example.customerNote, internalNote: example.internalNote, isExample: true })
    .where(eq(bookings.id, id))
}

/** Its contract, as far as it got, and what was paid since; nothing of it is mailed. */
async function agree(
  bookingId: BookingId,
  { contract: state, paymentStatus }: ExampleBooking,
  at: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const made = await addContractVersion(tx, bookingId, at)
    // A shop without a template, as tests make one.
    if (!made.ok) return
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
    if (!booking) throw new Error("The example was placed, then gone")
    const set = (values: Partial<typeof contracts.$inferInsert>) =>
      tx.update(contracts).set(values).where(eq(contracts.id, made.value.id))
    await set({ status: "sent", sentAt: at, dueAt: contractDue(at, booking.firstDay) })
    if (state === "signed") await set({ status: "signed", signedAt: at })
    const paid = paymentsOf(booking, paymentStatus)
    if (paid.length > 0) await tx.insert(payments).values(paid)
  })
}

/** What the cancellation owes has been given back since. */
async function giveBack(bookingId: BookingId, at: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ madeOn: dayInParis(at), madeAt: at, madeMeans: "transfer" })
    .where(eq(refunds.bookingId, bookingId))
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

async function ownAddress(customerId: ProfileId) {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, customerId))
  return { street: row?.street ?? "", zipCode: row?.zipCode ?? "", city: row?.city ?? "", instructions: "" }
}

function idOf<Value>(known: ReadonlyMap<string, Value>, key: string): Value {
  const value = known.get(key)
  if (value === undefined) throw new Error(`The demonstration data names “${key}”, which is not there`)
  return value
}

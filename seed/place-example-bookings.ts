import { randomUUID } from "node:crypto"
import { and, eq, lte } from "drizzle-orm"
import { system, ownAccountParty } from "../domain/accounts/party.ts"
import { occupiesDays } from "../domain/booking/status.ts"
import { addDays, dayInParis } from "../domain/day.ts"
import type { BookingId, ProfileId } from "../domain/id.ts"
import type { OptionChoice } from "../domain/pricing/price.ts"
import { blockDays } from "../server/availability/block.ts"
import { moveBooking } from "../server/bookings/answer.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { freezeCurrentTerms } from "../server/shop/content/legal.ts"
import { beginSigningDeadline } from "../server/contracts/contract-delivery.ts"
import { createBookingLink } from "../server/access/capability-links.ts"
import { sealContract } from "../server/contracts/seal-contract.ts"
import { sendContract } from "../server/contracts/send-contract.ts"
import { signContract } from "../server/contracts/sign.ts"
import { readContractTemplate } from "../server/contracts/template.ts"
import { readLiveContracts } from "../server/contracts/versions.ts"
import { db, transaction } from "../server/platform/database.server.ts"
import { clearQueue } from "../server/platform/queue/queue.ts"
import { profiles } from "../server/platform/schema/accounts.ts"
import { bookings, contracts } from "../server/platform/schema/bookings.ts"
import { payments, refunds } from "../server/platform/schema/money.ts"
import { recordNoticeOnce } from "../server/platform/queue/sweep.ts"
import { paymentsForStatus } from "./booking-money.ts"
import { daysBefore } from "./days-before.ts"
import {
  type ExampleBooking,
  type ExampleRental,
  exampleBlocks,
  exampleBookings,
  exampleRentals,
} from "./example-bookings.ts"
import type { Account } from "../domain/accounts/party.ts"
import type { SeededProduct } from "./products.ts"
import { resolveDays } from "./relative-days.ts"

type Customers = ReadonlyMap<string, Account>

/** Calls the functions that customers and owners use, so that examples obey every rule. */
export async function placeExampleBookings(
  products: ReadonlyMap<string, SeededProduct>,
  customers: Customers,
  at: Date,
): Promise<void> {
  // Refused and cancelled ones go first, because they free their days.
  const ordered = exampleBookings.toSorted((a, b) => Number(occupiesDays(a.status)) - Number(occupiesDays(b.status)))
  for (const example of ordered) await placeExample(example, products, customers, at)
  for (const { product, when, reason } of exampleBlocks) {
    await blockDays(
      system,
      { productId: lookUp(products, product).id, days: resolveDays(when, dayInParis(at)), reason },
      at,
    )
  }
  await suppressWaitingNotices(at)
  // Drops the jobs that these functions queued, because their work is already done here.
  for (const name of ["send-contract", "seal-contract"] as const) await clearQueue(name)
}

/** Old examples must not alert an owner who has just opened the shop. */
async function suppressWaitingNotices(at: Date): Promise<void> {
  const waiting = await db
    .select({ id: bookings.id, requestedAt: bookings.requestedAt })
    .from(bookings)
    .where(and(eq(bookings.isExample, true), eq(bookings.status, "pending"), lte(bookings.answerDueAt, at)))
  await transaction(async (tx) => {
    for (const { id, requestedAt } of waiting)
      await recordNoticeOnce(tx, { bookingId: id, kind: "waiting", about: requestedAt.toISOString(), at })
  })
}

async function placeExample(
  example: ExampleBooking,
  products: ReadonlyMap<string, SeededProduct>,
  customers: Customers,
  at: Date,
) {
  const customer = lookUp(customers, example.customer)
  const requestedAt = daysBefore(at, example.createdDaysAgo)
  const placed = await placeBooking({
    party: ownAccountParty(customer),
    order: {
      rentals: exampleRentals(example).map((rental) => {
        const product = lookUp(products, rental.product)
        return {
          productId: product.id,
          days: resolveDays(rental.when, dayInParis(at)),
          plan: product.plan,
          options: toChoices(rental, product),
          photoPacks: rental.photoPacks,
        }
      }),
      isDelivery: example.delivery !== null,
      address: example.delivery ?? (await ownAddress(customer.id)),
      idempotencyKey: randomUUID(),
      expectedTotal: null,
    },
    at: requestedAt,
    // Each example has an answer of its own.
    onPlaced: async (_tx, booking) => booking,
  })
  if (!placed.ok) throw new Error(`The example of ${example.customer} was refused: ${JSON.stringify(placed.error)}`)
  const { id } = placed.value.booking
  const answeredAt = daysBefore(at, example.confirmedDaysAgo ?? Math.max(0, example.createdDaysAgo - 1))
  const move = async (from: "pending" | "confirmed", to: "confirmed" | "refused" | "cancelled") => {
    const result = await moveBooking({ actor: system, id, move: { from, to }, at: answeredAt })
    if (!result.ok) throw new Error(`The example of ${example.customer} could not be ${to}`)
  }
  if (example.confirmedDaysAgo !== null) {
    await move("pending", "confirmed")
    await concludeContract(id, example, { answeredAt, at })
    if (example.status === "cancelled") await move("confirmed", "cancelled")
  } else if (example.status === "refused" || example.status === "cancelled") await move("pending", example.status)
  if (example.paymentStatus === "refunded") await markRefunded(id, answeredAt)
  await db
    .update(bookings)
    .set({ customerNote: example.customerNote, internalNote: example.internalNote, isExample: true })
    .where(eq(bookings.id, id))
}

/** Starts the signing deadline without mail: examples are never written to. */
async function concludeContract(
  bookingId: BookingId,
  { contract: state, paymentStatus }: ExampleBooking,
  { answeredAt, at }: { answeredAt: Date; at: Date },
): Promise<void> {
  // Tests create shops without a template.
  if (!(await readContractTemplate())) return
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking?.confirmedAt) throw new Error("The example was confirmed, then gone")
  await sendContract({ bookingId, confirmedAt: booking.confirmedAt.toISOString() }, answeredAt)
  await transaction(async (tx) => {
    const { waiting } = await readLiveContracts(tx, bookingId)
    if (!waiting) throw new Error(`The contract of example ${booking.number} was not made`)
    await beginSigningDeadline(tx, waiting, booking, answeredAt)
  })
  if (state === "signed") await sign(booking, answeredAt)
  const paid = paymentsForStatus(booking, paymentStatus, addDays(dayInParis(at), -1))
  if (paid.length > 0) await db.insert(payments).values(paid)
}

/** RFC 5737 reserves this address for examples. */
async function sign(booking: typeof bookings.$inferSelect, at: Date): Promise<void> {
  const [contract] = await db.select().from(contracts).where(eq(contracts.bookingId, booking.id))
  const [client] = await db.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, booking.userId))
  if (!contract || !client) throw new Error(`The contract of example ${booking.number} was not made`)
  const { secret } = await transaction((tx) => createBookingLink(tx, { booking, purpose: "sign", at }))
  const signed = await signContract(
    { by: "link", secret },
    {
      contractId: contract.id,
      sha256: contract.sha256,
      name: client.name,
      signature: { kind: "typed", text: client.name },
      ticks: { terms: true, earlyPerformance: true, withdrawalLoss: true },
      termsVersion: await freezeCurrentTerms(),
    },
    { address: "192.0.2.1", userAgent: "Exemple de la démonstration" },
    at,
  )
  if (!signed.ok) throw new Error(`Example ${booking.number} could not be signed: ${signed.error.kind}`)
  await sealContract({ contractId: contract.id }, at)
}

async function markRefunded(bookingId: BookingId, at: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ madeOn: dayInParis(at), madeAt: at, madeMeans: "transfer" })
    .where(eq(refunds.bookingId, bookingId))
}

function toChoices({ options }: ExampleRental, { optionIds }: SeededProduct): OptionChoice[] {
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

function lookUp<Value>(entries: ReadonlyMap<string, Value>, key: string): Value {
  const value = entries.get(key)
  if (value === undefined) throw new Error(`The demonstration data names “${key}”, which is not there`)
  return value
}

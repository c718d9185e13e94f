import { randomUUID } from "node:crypto"
import { type SQL, eq, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../domain/id.ts"
import type { Agreement } from "../domain/booking/agreement.ts"
import type { Day } from "../domain/day.ts"
import type { BookingOrder, RentalOrder } from "../server/bookings/quote-order.ts"
import { instalmentsOf, paymentsForStatus } from "../seed/booking-money.ts"
import { db, transaction } from "../server/platform/database.server.ts"
import { bookings } from "../server/platform/schema/bookings.ts"
import { instalments, payments } from "../server/platform/schema/money.ts"
import { profiles, users } from "../server/platform/schema/accounts.ts"
import { productOptions, products, ratePlans } from "../server/platform/schema/catalog.ts"
import { priceRules } from "../server/platform/schema/pricing.ts"
import { financeSettings } from "../server/platform/schema/settings.ts"

let serial = 0

export async function makeCustomer(values: Partial<typeof profiles.$inferInsert> = {}) {
  const number = ++serial
  const [profile] = await db
    .insert(profiles)
    .values({ id: randomUUID(), name: `Cliente ${number}`, email: `cliente-${number}@exemple.example`, ...values })
    .returning()
  if (!profile) throw new Error("No profile was made")
  return profile
}

/** The mail address is verified unless stated otherwise. */
export async function makeAccountHolder({ emailVerified = true } = {}) {
  const profile = await makeCustomer()
  await db.insert(users).values({ id: profile.id, name: profile.name, email: profile.email, emailVerified })
  return profile
}

export function makeAdministrator(name = "Camille") {
  return makeCustomer({ name, role: "admin" })
}

export async function makeProduct(values: Partial<typeof products.$inferInsert> = {}) {
  const [product] = await db
    .insert(products)
    .values({ name: `Photomaton ${++serial}`, price: 25_000, isActive: true, ...values })
    .returning()
  if (!product) throw new Error("No product was made")
  return product
}

export async function makeOption(productId: ProductId, values: Partial<typeof productOptions.$inferInsert> = {}) {
  const [option] = await db
    .insert(productOptions)
    .values({ productId, name: `Option ${++serial}`, price: 3_000, unit: "unit", ...values })
    .returning()
  if (!option) throw new Error("No option was made")
  return option
}

/** The plan is by the hour unless stated otherwise: 4 hours at 590 €, with an hour before and after. */
export async function makePlan(productId: ProductId, values: Partial<typeof ratePlans.$inferInsert> = {}) {
  const byTheHour = {
    kind: "hours",
    hours: 4,
    startTimes: ["11:00", "16:30", "17:00", "21:00"],
    extraHourPrice: 9_000,
    maximumExtraHours: 2,
    setUpMinutes: 60,
    takeDownMinutes: 60,
  } as const
  const [plan] = await db
    .insert(ratePlans)
    .values({
      productId,
      name: "Soirée 4 h",
      price: 59_000,
      ...(values.kind ? { kind: values.kind } : { ...byTheHour, startTimes: [...byTheHour.startTimes] }),
      ...values,
    })
    .returning()
  if (!plan) throw new Error("No plan was made")
  return plan
}

/** Ten per cent more from June to September, unless stated otherwise. */
export async function makeRule(values: Partial<typeof priceRules.$inferInsert> = {}) {
  const season = { seasonFrom: "2027-06-01", seasonTo: "2027-09-30", isYearly: true } as const
  const [rule] = await db
    .insert(priceRules)
    .values({
      kind: "season",
      name: "Haute saison",
      changeUnit: "percent",
      changeValue: 10,
      ...(!values.kind && season),
      ...values,
    })
    .returning()
  if (!rule) throw new Error("No rule was made")
  return rule
}

/** The warehouse in Joinville-le-Pont, with the default fees (D11). */
export async function makeFinanceSettings(values: Partial<typeof financeSettings.$inferInsert> = {}) {
  await db
    .insert(financeSettings)
    .values({ warehouseLat: 48.8193, warehouseLng: 2.4713, ...values })
    .onConflictDoUpdate({ target: financeSettings.id, set: { warehouseLat: 48.8193, warehouseLng: 2.4713, ...values } })
}

export function makeOrder(
  productId: ProductId,
  days: readonly Day[],
  { options = [], photoPacks = 0, plan, ...values }: Partial<BookingOrder & RentalOrder> = {},
): BookingOrder {
  return {
    rentals: [{ productId, days, plan, options, photoPacks }],
    isDelivery: false,
    address: { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" },
    idempotencyKey: randomUUID(),
    expectedTotal: null,
    ...values,
  }
}

export async function makeContract(bookingId: BookingId, content = "Contrat") {
  await db.execute(sql`
    insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement, status, sent_at, due_at)
    select id, 1, ${content}, encode(sha256(convert_to(${content}, 'UTF8')), 'hex'), price_lines, total, agreement, 'sent', now(), contract_due_at
    from bookings where id = ${bookingId}`)
}

export async function makeDownPayment(bookingId: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) throw new Error("There is no such booking")
  await db.insert(instalments).values(instalmentsOf(booking))
  await db.insert(payments).values(paymentsForStatus(booking, "down_payment_paid", booking.firstDay))
}

export function withoutTriggers<Row extends Record<string, unknown>>(statement: SQL) {
  return transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    const answer = await tx.execute<Row>(statement)
    await tx.execute(sql`select keep_open_matters(array(select id from bookings))`)
    return answer
  })
}

export const rawLines = (total: string) => `jsonb_build_object('version', 1, 'lines', jsonb_build_array(
  jsonb_build_object('kind', 'product', 'label', 'Photomaton', 'unitPrice', ${total}, 'quantity', 1, 'days', 1, 'amount', ${total})))`
export const usualTerms: Agreement = {
  version: 1,
  downPaymentPercent: 30,
  balanceDaysBefore: 7,
  cancellationTiers: [{ daysBefore: 0, refundPercent: 0 }],
  withdrawalDays: 14,
  securityDeposit: 0,
  vatMode: "included",
  vatRate: 2000,
  vatOnDebits: false,
  transfer: { iban: null, reference: "Réservation" },
}

/** A fixed clock: a Saturday morning. */
export const now = new Date("2027-05-01T09:00:00Z")

/** Gives one rental to each booking that a test inserted without any. */
export async function rentInsertedBookings(): Promise<void> {
  await db.execute(sql`
    insert into rentals (booking_id, position, product_id, product_name, dates, during, daily_price, photo_pack_price,
      photo_pack_quantity)
    select id, 1, product_id, product_name, dates,
      (select range_agg(rental_range(day, day, 0)) from unnest(dates) day), total, 700, 18
    from bookings where not exists (select from rentals where booking_id = id)`)
}

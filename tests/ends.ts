import { createHash } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import type { BookingId } from "../domain/id.ts"
import { type Actor, type Party, ownAccountParty } from "../domain/accounts/party.ts"
import type { Day } from "../domain/day.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, withoutTriggers } from "./factories.ts"
import { readSiteConfig } from "../server/shop/content/site.ts"
import { db } from "../server/platform/database.server.ts"
import { readFinanceSettings } from "../server/shop/settings/queries.ts"
import type { profiles } from "../server/platform/schema/accounts.ts"
import { unitDays } from "./unit-days.ts"
import { bookingEnds } from "../server/platform/schema/booking-ends.ts"
import { bookings, contracts } from "../server/platform/schema/bookings.ts"
import { siteConfig } from "../server/platform/schema/content.ts"
import { instalments, payments, refunds } from "../server/platform/schema/money.ts"
import { confirmBooking, moveBooking } from "../server/bookings/answer.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { readJobs } from "./harness/jobs.ts"

/** A Saturday morning; the usual booking is on 12 June, 42 days later, for 250 €. */
export const placedAt = new Date("2027-05-01T09:00:00Z")
export const day: Day = "2027-06-12"

export async function owner(name = "Camille") {
  const profile = await makeAdministrator(name)
  return { kind: "administrator" as const, id: profile.id, name }
}

export async function invoicingCompany() {
  await readSiteConfig()
  await readFinanceSettings()
  await db.update(siteConfig).set({
    companyName: "La Belle Équipe",
    companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
    companySiret: "12345678200002",
    vatNumber: "FR11123456782",
  })
  await db.execute(sql`update invoicing_start set day = '2027-01-01'`)
}

export function cancelBooking({
  actor,
  id,
  from,
  reason,
  at = new Date(),
}: {
  actor: Actor
  id: BookingId
  from: "pending" | "confirmed"
  reason?: string | undefined
  at?: Date | undefined
}) {
  return moveBooking({ actor, id, move: { from, to: "cancelled", ...(reason ? { reason } : {}) }, at })
}

export async function placeTestRequest(
  days: readonly Day[] = [day],
  { client = {}, at = placedAt }: { client?: Partial<typeof profiles.$inferInsert>; at?: Date } = {},
) {
  const customer = await makeCustomer(client)
  const product = await makeProduct()
  const party: Party = ownAccountParty(customer)
  const placed = await placeBooking({ party, order: makeOrder(product.id, days), at })
  if (!placed.ok) throw new Error(placed.error.kind)
  return { party, product, customer, booking: placed.value.booking }
}

/** 30 % is due at the signature and the rest on 5 June. */
export async function placeConfirmedBooking(...args: Parameters<typeof placeTestRequest>) {
  const made = await placeTestRequest(...args)
  const at = args[1]?.at ?? placedAt
  const answered = await confirmBooking(await owner(), made.booking.id, at)
  if (!answered.ok) throw new Error(answered.error.kind)
  const contract = await addContract(made.booking.id, at)
  return { ...made, booking: answered.value, contract }
}

export async function placeSignedBooking({
  signedAt = placedAt,
  paid = 0,
  ...rest
}: { signedAt?: Date; paid?: number; days?: readonly Day[]; client?: Partial<typeof profiles.$inferInsert> } = {}) {
  const made = await placeConfirmedBooking(rest.days ?? [day], { client: rest.client ?? {}, at: signedAt })
  await db.update(contracts).set({ status: "signed", signedAt }).where(eq(contracts.id, made.contract.id))
  if (paid > 0) await pay(made.booking.id, paid)
  return made
}

export async function placeSignedBookingWithDeposit() {
  const { booking } = await placeSignedBooking()
  await db
    .update(bookings)
    .set({ agreement: sql`jsonb_set(agreement, '{securityDeposit}', '50000')` })
    .where(eq(bookings.id, booking.id))
  await withoutTriggers(sql`
    update contracts set agreement = jsonb_set(agreement, '{securityDeposit}', '50000') where booking_id = ${booking.id}`)
  return booking
}

export async function addContract(
  bookingId: BookingId,
  sentAt: Date,
  dueAt = new Date(sentAt.getTime() + 48 * 3_600_000),
) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking?.agreement) throw new Error("Nothing is agreed")
  const earlier = await db.select({ id: contracts.id }).from(contracts).where(eq(contracts.bookingId, bookingId))
  const content = `Contrat ${booking.number}, version ${earlier.length + 1}`
  const [contract] = await db
    .insert(contracts)
    .values({
      bookingId,
      version: earlier.length + 1,
      content,
      sha256: createHash("sha256").update(content).digest("hex"),
      priceLines: booking.priceLines,
      total: booking.total,
      agreement: booking.agreement,
      status: "sent",
      createdAt: sentAt,
      sentAt,
      dueAt,
    })
    .returning()
  if (!contract) throw new Error("No contract was made")
  const down = Math.round(booking.total * 0.3)
  await db.insert(instalments).values([
    { bookingId, contractId: contract.id, position: 1, kind: "down-payment", amount: down, dueOn: null },
    {
      bookingId,
      contractId: contract.id,
      position: 2,
      kind: "balance",
      amount: booking.total - down,
      dueOn: "2027-06-05",
    },
  ])
  return contract
}

export async function pay(bookingId: BookingId, amount: number) {
  await db.insert(payments).values({ bookingId, means: "transfer", amount, receivedOn: "2027-05-02" })
}

export const bookingNow = async (id: BookingId) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]
export const readEnd = async (id: BookingId) =>
  db.select().from(bookingEnds).where(eq(bookingEnds.bookingId, id)).orderBy(asc(bookingEnds.at))
export const readRefunds = async (id: BookingId) =>
  db.select().from(refunds).where(eq(refunds.bookingId, id)).orderBy(asc(refunds.kind), asc(refunds.amount))
export const daysHeld = async (id: BookingId) =>
  (await db.select().from(unitDays).where(eq(unitDays.bookingId, id))).map((row) => row.day).sort()
export const readContracts = async (id: BookingId) =>
  (await db.select().from(contracts).where(eq(contracts.bookingId, id)).orderBy(asc(contracts.version))).map(
    ({ status }) => status,
  )
export const readEvents = async (id: BookingId) =>
  (
    await db.execute<{ action: string; actor_kind: string; actor_id: string | null; account_id: string | null }>(
      sql`select action, actor_kind, actor_id, account_id from events where booking_id = ${id} order by id`,
    )
  ).rows

export async function readMails(id: BookingId) {
  const jobs = (await readJobs("send-mail")).filter(
    ({ data: { template, data } }) =>
      "booking" in data &&
      data.booking.id === id &&
      !["booking-requested", "booking-requested-owner"].includes(template),
  )
  const inOrder = jobs.toSorted(
    (one, other) =>
      one.createdOn.getTime() - other.createdOn.getTime() || (one.data.template < other.data.template ? -1 : 1),
  )
  return inOrder.map(({ data, startAfter }) => ({
    template: data.template,
    to: data.to.map(({ address }) => address),
    data: data.data as { extra: Record<string, unknown> },
    startAfter,
  }))
}
export const readTemplates = async (id: BookingId) => (await readMails(id)).map(({ template }) => template)

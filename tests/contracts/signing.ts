import { and, eq, sql } from "drizzle-orm"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { Signature } from "../../domain/contracts/evidence.ts"
import { makeAdministrator, makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../factories.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import type { Payloads, QueueName } from "../../server/platform/queue/queues.ts"
import type { profiles } from "../../server/platform/schema/accounts.ts"
import { bookings, contracts } from "../../server/platform/schema/bookings.ts"
import { sendContract } from "../../server/contracts/send-contract.ts"
import type { SigningForm } from "../../server/contracts/sign.ts"
import { publishContractTemplate } from "../../server/contracts/template.ts"
import type { Contract } from "../../server/contracts/versions.ts"
import { clearJobs, readJobs } from "../harness/jobs.ts"

export const minutes = (count: number, from: Date = now) => new Date(from.getTime() + count * 60_000)
export const hours = (count: number, from: Date = now) => minutes(count * 60, from)
export const visit = { address: "203.0.113.7", userAgent: "Firefox" }
export const typed: Signature = { kind: "typed", text: "Elena Marchetti" }

export async function shopWithTemplate(): Promise<Staff> {
  await makeFinanceSettings()
  const { id } = await makeAdministrator()
  const camille = { kind: "administrator", id, name: "Camille" } as const
  const content = "Contrat n° {{reservation.numero}}, {{reservation.dates}}, {{reservation.total}}."
  const published = await publishContractTemplate(camille, { title: "Contrat", content }, 0, now)
  if (!published.ok) throw new Error(published.error.kind)
  return camille
}

/** 250 €, 30 % at the signature, with every deadline and no tick. */
export async function makeConfirmedBooking(
  camille: Staff,
  customer: Partial<typeof profiles.$inferInsert> = {},
  days: readonly Day[] = ["2027-06-12"],
  productId: ProductId | null = null,
) {
  const elena = await makeCustomer({ name: "Elena", ...customer })
  const product = productId ?? (await makeProduct()).id
  const placed = await placeBooking({ party: ownAccountParty(elena), order: makeOrder(product, days), at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  const moved = await confirmBooking(camille, placed.value.booking.id, now)
  if (!moved.ok) throw new Error(moved.error.kind)
  return { elena, product, booking: moved.value, event: moved.value.eventId }
}

export const bookingNow = async (id: BookingId) => {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!row) throw new Error("There is no such booking")
  return row
}

export const contractAt = async (bookingId: BookingId, version: number): Promise<Contract> => {
  const [row] = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.version, version)))
  if (!row) throw new Error(`There is no version ${version}`)
  return row
}

export async function queuedJobs<Name extends QueueName>(name: Name): Promise<{ data: Payloads[Name]; after: Date }[]> {
  return (await readJobs(name)).map(({ data, startAfter }) => ({ data, after: startAfter }))
}

export async function lastSecret(): Promise<string> {
  const mails = await queuedJobs("send-mail")
  const links = mails.flatMap(({ data }) => JSON.stringify(data).match(/\/signer\/([0-9a-f]{36})/)?.[1] ?? [])
  const secret = links.at(-1)
  if (!secret) throw new Error("No link was mailed")
  return secret
}

export async function makeSentContract(
  camille: Staff,
  customer: Partial<typeof profiles.$inferInsert> = {},
  days: readonly Day[] = ["2027-06-12"],
  productId: ProductId | null = null,
) {
  const made = await makeConfirmedBooking(camille, customer, days, productId)
  await clearJobs("send-mail")
  const outcome = await sendContract({ bookingId: made.booking.id, confirmedAt: now.toISOString() }, minutes(0.5))
  if (outcome !== "version 1 sent") throw new Error(outcome)
  return { ...made, contract: await contractAt(made.booking.id, 1), secret: await lastSecret() }
}

/** Only delivered mails start a deadline. */
export async function deliverMails(): Promise<void> {
  await db.execute(sql`update mails set state = 'sent', tries = 1, settled_at = ordered_at where state = 'waiting'`)
}

export function signingForm(contract: Contract, values: Partial<SigningForm> = {}): SigningForm {
  return {
    contractId: contract.id,
    sha256: contract.sha256,
    name: "Elena Marchetti",
    signature: typed,
    ticks: { terms: true, earlyPerformance: false, withdrawalLoss: false },
    termsVersion: null,
    ...values,
  }
}

import { and, eq } from "drizzle-orm"
import type { BookingId, ContractId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { contractDue } from "../../domain/booking/deadlines.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { isMailed } from "../../domain/correspondence/reach.ts"
import { rentalDays } from "../../domain/rental/rental.ts"
import type { Booking } from "../booking-record/booking.ts"
import { reclaimDays } from "../availability/reclaim.ts"
import { stockOf } from "../catalog/queries.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { instalmentsOfContract } from "../money/finance/instalments.ts"
import type { Payloads } from "../platform/queue/queues.ts"
import { type OrderedBookingMails, customerMail, orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import type { ContractFile } from "./contract-files.ts"
import { typesetContract } from "./documents.ts"
import { addEvidence, hasEvidence } from "./evidence.ts"
import { newBookingLink, signingUrl } from "../access/capability-links.ts"
import { type Contract, addContractVersion, liveContracts, replaceWaiting, matchesBooking } from "./versions.ts"

/**
 * Brings a confirmed booking's contract up to what the booking says, typesets it and mails its link: the 48 hours run
 * from here (D12). It looks at what is there, so that it may run twice, or be stopped anywhere and run again: one version
 * is made and one mail ordered. A confirmation that was taken back meanwhile has no contract.
 */
export async function sendContract(
  { bookingId, confirmedAt }: Payloads["send-contract"],
  at: Date = new Date(),
): Promise<string> {
  const version = await transaction((tx) => upToDate(tx, bookingId, new Date(confirmedAt), at))
  if (typeof version === "string") return version
  // Outside of any transaction: a document takes as long as it takes.
  const file = await typesetContract(version.id)
  return transaction((tx) => send(tx, version.id, file, at))
}

/** The version to send, made now if there is none that says what the booking is; or why there is nothing to send. */
async function upToDate(
  tx: Transaction,
  bookingId: BookingId,
  confirmedAt: Date,
  at: Date,
): Promise<Contract | string> {
  const booking = await lockConfirmed(tx, bookingId)
  if (booking?.confirmedAt?.getTime() !== confirmedAt.getTime()) return "not confirmed any more"
  const { signed, waiting } = await liveContracts(tx, bookingId)
  if (waiting && matchesBooking(waiting, booking)) {
    if (waiting.status === "prepared") return waiting
    // Without a deadline: no mail could be delivered. What was sent before there were deadlines has no such line.
    if (waiting.dueAt !== null || (await hasEvidence(tx, waiting.id, "sent"))) return "sent before"
  }
  if (signed && matchesBooking(signed, booking)) {
    // Changed back to what was signed: there is nothing to sign.
    await replaceWaiting(tx, bookingId, signed.version, at)
    await holdExactly(tx, booking, at)
    return "as signed"
  }
  const made = await addContractVersion(tx, bookingId, at)
  if (made.ok) return made.value
  // Tried again until the owner has published one; meanwhile it stands among what is to be sent.
  throw new Error(`The contract of booking ${bookingId} could not be made: ${made.error.kind}`)
}

async function send(tx: Transaction, contractId: ContractId, file: ContractFile, at: Date): Promise<string> {
  const [found] = await tx
    .select({ bookingId: contracts.bookingId })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  const booking = found && (await lockConfirmed(tx, found.bookingId))
  if (!booking) return "not confirmed any more"
  const [contract] = await tx
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, contractId), eq(contracts.status, "prepared")))
  if (!contract) return "sent or replaced meanwhile"
  if (contract.pdfSha256 === null) {
    await tx.update(contracts).set({ pdfKey: file.key, pdfSha256: file.sha256 }).where(eq(contracts.id, contractId))
    await addEvidence(tx, contractId, { kind: "typeset", details: { sha256: file.sha256 } }, at)
  }
  const [client] = await tx
    .select({ email: profiles.email, isExample: profiles.isExample })
    .from(profiles)
    .where(eq(profiles.id, booking.userId))
  const { version } = contract
  // Nobody can be written to, or nobody may: no deadline runs that nobody could know of.
  if (!client || !isMailed(client)) return `version ${version} to be handed over`
  const email = client.email.trim()
  const dueAt = contractDue(at, booking.firstDay, booking.lastDay)
  await tx.update(contracts).set({ status: "sent", sentAt: at, dueAt }).where(eq(contracts.id, contractId))
  const link = await newBookingLink(tx, booking, "sign", at)
  await recordEvent(tx, {
    by: system,
    action: "booking.contract-sent",
    subject: booking.id,
    details: { version, dueAt: dueAt.toISOString() },
    at,
  })
  const toSign = { signingUrl: signingUrl(link.secret), signBy: dueAt }
  const mails = await orderContractMail(tx, booking, contract, toSign, at)
  const details = { linkId: link.id, dueAt: dueAt.toISOString(), mailId: customerMail(mails) }
  await addEvidence(tx, contractId, { kind: "sent", details, personal: { email } }, at)
  return `version ${version} sent`
}

/** The first contract of a confirmation says that it is confirmed; a later one says what has changed. */
async function orderContractMail(
  tx: Transaction,
  booking: Booking,
  contract: Contract,
  toSign: { signingUrl: string; signBy: Date },
  at: Date,
): Promise<OrderedBookingMails> {
  const earlier = await versionBefore(tx, booking, contract)
  if (!earlier) {
    const payments = await instalmentsOfContract(contract.id, tx)
    return orderBookingMail(tx, { kind: "confirmed", bookingId: booking.id, extra: { ...toSign, payments }, at })
  }
  const changes = earlier.booked ? changeLines({ ...earlier.booked, priceLines: earlier.priceLines }, booking) : []
  const extra = { changes, totalBefore: earlier.total, contract: toSign, letter: null }
  return orderBookingMail(tx, { kind: "changed", bookingId: booking.id, extra, at })
}

/** What the customer was told last of this confirmation: the version signed, else the last one that was sent. */
async function versionBefore(tx: Transaction, booking: Booking, contract: Contract): Promise<Contract | null> {
  const rows = await tx.select().from(contracts).where(eq(contracts.bookingId, booking.id)).orderBy(contracts.version)
  const known = rows.filter(
    (row) =>
      row.version < contract.version &&
      (row.status === "signed" ||
        (row.sentAt !== null && booking.confirmedAt !== null && row.sentAt >= booking.confirmedAt)),
  )
  return known.findLast(({ status }) => status === "signed") ?? known.at(-1) ?? null
}

async function lockConfirmed(tx: Transaction, bookingId: BookingId): Promise<Booking | null> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.status, "confirmed")))
    .for("update")
  return booking ?? null
}

/** The booking holds its own days and no others: what was kept for a change that is settled now is free again (D59). */
export async function holdExactly(tx: Transaction, booking: Booking, at: Date): Promise<void> {
  const [product] = await tx.select().from(products).where(eq(products.id, booking.productId))
  if (!product) throw new Error(`Booking ${booking.id} has no product`)
  // A request without time left that had one of these days is refused by the next sweep.
  await reclaimDays(tx, {
    productId: product.id,
    days: rentalDays(booking),
    stock: stockOf(product),
    occupant: { kind: "booking", bookingId: booking.id },
    customerId: booking.userId,
    at,
  })
}

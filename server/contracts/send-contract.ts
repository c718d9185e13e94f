import { and, eq, inArray } from "drizzle-orm"
import type { BookingId, ContractId } from "../../domain/id.ts"
import { system } from "../../domain/accounts/party.ts"
import { contractDue } from "../../domain/booking/deadlines.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { isMailed } from "../../domain/correspondence/is-mailed.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readStoredHours } from "../booking-record/hours.ts"
import { reclaimRentals } from "../availability/rentals.ts"
import { type RentedBooking, withRentals } from "../booking-record/rentals.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { listContractInstalments } from "../money/finance/instalments.ts"
import type { Payloads } from "../platform/queue/queues.ts"
import { type OrderedBookingMails, customerMailId, orderBookingMail } from "../booking-record/booking-mails.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import type { ContractFile } from "./contract-files.ts"
import { typesetContract } from "./documents.ts"
import { addEvidence, hasEvidence } from "./evidence.ts"
import { createBookingLink, signingUrl } from "../access/capability-links.ts"
import {
  type Contract,
  addContractVersion,
  isCurrentOffer,
  readLiveContracts,
  replaceWaitingVersions,
  matchesBooking,
} from "./versions.ts"

/** Idempotent, even when stopped halfway: one version and one mail. The 48 hours start here (D12). */
export async function sendContract(
  { bookingId, confirmedAt }: Payloads["send-contract"],
  at: Date = new Date(),
): Promise<string> {
  const version = await transaction((tx) => ensureCurrentVersion(tx, bookingId, new Date(confirmedAt), at))
  if (typeof version === "string") return version
  // Typesets outside any transaction because it is slow.
  const file = await typesetContract(version.id)
  return transaction((tx) => sendVersion(tx, version.id, file, at))
}

async function ensureCurrentVersion(
  tx: Transaction,
  bookingId: BookingId,
  confirmedAt: Date,
  at: Date,
): Promise<Contract | string> {
  const booking = await lockConfirmedBooking(tx, bookingId)
  if (booking?.confirmedAt?.getTime() !== confirmedAt.getTime()) return "not confirmed any more"
  const { signed, waiting } = await readLiveContracts(tx, bookingId)
  if (waiting && (await isCurrentOffer(tx, waiting, booking))) {
    if (waiting.status === "prepared" || waiting.pdfSha256 === null) return waiting
    // Without a deadline, only the evidence tells whether a mail ever went out.
    if (waiting.dueAt !== null || (await hasEvidence(tx, waiting.id, "sent"))) return "sent before"
  }
  if (signed && matchesBooking(signed, booking)) {
    await replaceWaitingVersions(tx, bookingId, signed.version, at)
    await holdOnlyBookedDays(tx, booking, at)
    return "as signed"
  }
  const created = await addContractVersion(tx, bookingId, at)
  if (created.ok) return created.value
  throw new Error(`The contract of booking ${bookingId} could not be made: ${created.error.kind}`)
}

async function sendVersion(tx: Transaction, contractId: ContractId, file: ContractFile, at: Date): Promise<string> {
  const [row] = await tx.select({ bookingId: contracts.bookingId }).from(contracts).where(eq(contracts.id, contractId))
  const booking = row && (await lockConfirmedBooking(tx, row.bookingId))
  if (!booking) return "not confirmed any more"
  const [contract] = await tx
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, contractId), inArray(contracts.status, ["prepared", "sent"])))
  if (!contract) return "sent or replaced meanwhile"
  if (contract.pdfSha256 === null) {
    await tx.update(contracts).set({ pdfKey: file.key, pdfSha256: file.sha256 }).where(eq(contracts.id, contractId))
    await addEvidence(tx, contractId, { kind: "typeset", details: { sha256: file.sha256 } }, at)
  }
  if (contract.status === "sent") return `version ${contract.version} sent before`
  const [client] = await tx
    .select({ email: profiles.email, isExample: profiles.isExample })
    .from(profiles)
    .where(eq(profiles.id, booking.userId))
  const { version } = contract
  // No deadline may run that the customer cannot know of.
  if (!client || !isMailed(client)) return `version ${version} to be handed over`
  const email = client.email.trim()
  const earlier = await previousVersion(tx, booking, contract)
  const repeatsOffer = earlier?.status === "replaced" && matchesBooking(earlier, booking)
  const dueAt = contractDue(at, booking.firstDay, booking.returnsOn)
  await tx.update(contracts).set({ status: "sent", sentAt: at, dueAt }).where(eq(contracts.id, contractId))
  const link = await createBookingLink(tx, { booking, purpose: "sign", at })
  await recordEvent(tx, {
    by: system,
    action: "booking.contract-sent",
    subject: booking.id,
    details: { version, dueAt: dueAt.toISOString() },
    at,
  })
  const signingLink = { signingUrl: signingUrl(link.secret), signBy: dueAt }
  const mails = await orderContractMail(tx, {
    booking,
    contract,
    earlier: repeatsOffer ? null : earlier,
    signingLink,
    at,
  })
  const details = { linkId: link.id, dueAt: dueAt.toISOString(), mailId: customerMailId(mails) }
  await addEvidence(tx, contractId, { kind: "sent", details, personal: { email } }, at)
  return `version ${version} sent`
}

async function orderContractMail(
  tx: Transaction,
  {
    booking,
    contract,
    earlier,
    signingLink,
    at,
  }: {
    booking: RentedBooking
    contract: Contract
    earlier: Contract | null
    signingLink: { signingUrl: string; signBy: Date }
    at: Date
  },
): Promise<OrderedBookingMails> {
  if (!earlier) {
    const payments = await listContractInstalments(contract.id, tx)
    return orderBookingMail(tx, { kind: "confirmed", bookingId: booking.id, extra: { ...signingLink, payments }, at })
  }
  const changes = earlier.booked ? changeLines({ ...earlier.booked, priceLines: earlier.priceLines }, booking) : []
  const extra = { changes, totalBefore: earlier.total, contract: signingLink, letter: null }
  return orderBookingMail(tx, { kind: "changed", bookingId: booking.id, extra, at })
}

async function previousVersion(tx: Transaction, booking: Booking, contract: Contract): Promise<Contract | null> {
  const rows = await tx.select().from(contracts).where(eq(contracts.bookingId, booking.id)).orderBy(contracts.version)
  const previous = rows.filter(
    (row) =>
      row.version < contract.version &&
      (row.status === "signed" ||
        (row.sentAt !== null && booking.confirmedAt !== null && row.sentAt >= booking.confirmedAt)),
  )
  return previous.findLast(({ status }) => status === "signed") ?? previous.at(-1) ?? null
}

async function lockConfirmedBooking(tx: Transaction, bookingId: BookingId): Promise<RentedBooking | null> {
  const [booking] = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.status, "confirmed")))
    .for("update")
  return booking ? withRentals(booking, tx) : null
}

/** Frees the days held for a change that is now settled (D59). */
export async function holdOnlyBookedDays(tx: Transaction, booking: RentedBooking, at: Date): Promise<void> {
  const { id: bookingId, rentals, userId: customerId } = booking
  const { setAt: _, ...hours } = await readStoredHours(bookingId, tx)
  // An expired request that occupied one of these days is refused by the next sweep.
  await reclaimRentals(tx, { bookingId, rentals, customerId, hours, at })
}

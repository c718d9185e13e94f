import { and, eq, isNull } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { BookingId, ContractId } from "../../domain/id.ts"
import { createBookingLink, paymentUrl } from "../access/capability-links.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { listContractInstalments } from "../money/finance/instalments.ts"
import { readPayable } from "../money/payments/payable.ts"
import type { Payloads } from "../platform/queue/queues.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { CONTRACT_BUCKET } from "./contract-files.ts"
import { sealContractDocument, typesetContract } from "./documents.ts"
import { addEvidence } from "./evidence.ts"

/** Typesets outside the transaction because it is slow; the first run to write wins. */
export async function sealContract({ contractId }: Payloads["seal-contract"], at: Date = new Date()): Promise<string> {
  const [before] = await db
    .select({
      sealedSha256: contracts.sealedSha256,
      pdfSha256: contracts.pdfSha256,
      signedHow: contracts.signedHow,
    })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  if (before?.sealedSha256) return "sealed before"
  if (before?.signedHow === "notice") return typesetReduced(contractId, before.pdfSha256, at)
  const file = await sealContractDocument(contractId)
  const unsealed = before && before.pdfSha256 === null ? await typesetContract(contractId) : null
  return transaction(async (tx) => {
    const [row] = await tx
      .select({ bookingId: contracts.bookingId })
      .from(contracts)
      .where(eq(contracts.id, contractId))
    if (!row) return "no such contract"
    // Lock order: the booking first, like every change to it or its contracts.
    const [booking] = await tx
      .select({ id: bookings.id, number: bookings.number, returnsOn: bookings.returnsOn })
      .from(bookings)
      .where(eq(bookings.id, row.bookingId))
      .for("update")
    const [contract] = await tx.select().from(contracts).where(eq(contracts.id, contractId))
    if (!booking || !contract?.signedAt) return "not signed"
    if (contract.sealedSha256 !== null) return "sealed before"
    const typeset = contract.pdfSha256 === null && unsealed
    await tx
      .update(contracts)
      .set({
        sealedKey: file.key,
        sealedSha256: file.sha256,
        ...(typeset ? { pdfKey: typeset.key, pdfSha256: typeset.sha256 } : {}),
      })
      .where(eq(contracts.id, contractId))
    await addEvidence(tx, contractId, { kind: "sealed", details: { sha256: file.sha256 } }, at)
    const document = {
      bucket: CONTRACT_BUCKET,
      path: file.key,
      fileName: `contrat-${booking.number}${contract.version > 1 ? `-v${contract.version}` : ""}.pdf`,
      contentType: "application/pdf",
      sha256: file.sha256,
    }
    const payments = await listContractInstalments(contractId, tx)
    const { signedAt } = contract
    await orderBookingMail(tx, {
      kind: "signed",
      bookingId: contract.bookingId,
      extra: { signedAt, document, payments, payUrl: await findPayUrl(tx, booking, at) },
      at,
    })
    return "sealed"
  })
}

async function findPayUrl(
  tx: Transaction,
  booking: { id: BookingId; returnsOn: Day },
  at: Date,
): Promise<string | null> {
  const payable = await readPayable(booking.id, at, tx)
  if (payable?.next?.dueOn !== null) return null
  return paymentUrl((await createBookingLink(tx, { booking, purpose: "pay", at })).secret)
}

/** Nobody signed it, so there is nothing to seal (D60). */
async function typesetReduced(contractId: ContractId, existingSha256: string | null, at: Date): Promise<string> {
  if (existingSha256 !== null) return "typeset before"
  const file = await typesetContract(contractId)
  return transaction(async (tx) => {
    const written = await tx
      .update(contracts)
      .set({ pdfKey: file.key, pdfSha256: file.sha256 })
      .where(and(eq(contracts.id, contractId), isNull(contracts.pdfSha256)))
      .returning({ id: contracts.id })
    if (written.length === 0) return "typeset before"
    await addEvidence(tx, contractId, { kind: "typeset", details: { sha256: file.sha256 } }, at)
    return "typeset without a signature"
  })
}

import { eq } from "drizzle-orm"
import { db, transaction } from "../platform/database.server.ts"
import { instalmentsOfContract } from "../money/finance/instalments.ts"
import type { Payloads } from "../platform/queue/queues.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { CONTRACT_BUCKET } from "./contract-files.ts"
import { sealContractDocument, typesetContract } from "./documents.ts"
import { addEvidence } from "./evidence.ts"

/**
 * Makes the sealed document of a signed version, with its proof page, and orders the mail to both that carries it and
 * its hash. The document is made outside of any transaction; of two runs the first that writes counts, and one pair of
 * mails is ordered.
 */
export async function sealContract({ contractId }: Payloads["seal-contract"], at: Date = new Date()): Promise<string> {
  const [before] = await db
    .select({ sealedSha256: contracts.sealedSha256, pdfSha256: contracts.pdfSha256 })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  if (before?.sealedSha256) return "sealed before"
  const file = await sealContractDocument(contractId)
  // Signed before the job that typesets it could: a reader without the evidence needs this one.
  const unsealed = before && before.pdfSha256 === null ? await typesetContract(contractId) : null
  return transaction(async (tx) => {
    const [known] = await tx
      .select({ bookingId: contracts.bookingId })
      .from(contracts)
      .where(eq(contracts.id, contractId))
    if (!known) return "no such contract"
    // The booking is locked first, as by everybody who changes it or its contracts.
    const [booking] = await tx
      .select({ number: bookings.number })
      .from(bookings)
      .where(eq(bookings.id, known.bookingId))
      .for("update")
    const [contract] = await tx.select().from(contracts).where(eq(contracts.id, contractId))
    if (!contract?.signedAt) return "not signed"
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
      fileName: `contrat-${booking?.number ?? ""}${contract.version > 1 ? `-v${contract.version}` : ""}.pdf`,
      contentType: "application/pdf",
      sha256: file.sha256,
    }
    const payments = await instalmentsOfContract(contractId, tx)
    const { signedAt } = contract
    await orderBookingMail(tx, {
      kind: "signed",
      bookingId: contract.bookingId,
      extra: { signedAt, document, payments },
      at,
    })
    return "sealed"
  })
}

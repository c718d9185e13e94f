import { eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { enqueue } from "../platform/queue/queue.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { addEvidence } from "./evidence.ts"
import { addContractVersion } from "./versions.ts"

/** In force at once: nobody signs what the company alone takes away (D43, D60). */
export async function bindReducedVersion(
  tx: Transaction,
  { actor, bookingId, rental }: { actor: Staff; bookingId: BookingId; rental: number },
  at: Date,
): Promise<void> {
  const added = await addContractVersion(tx, bookingId, at)
  if (!added.ok) throw new Error(`The contract of booking ${bookingId} could not be made: ${added.error.kind}`)
  const { id } = added.value
  await tx.update(contracts).set({ status: "signed", signedAt: at, signedHow: "notice" }).where(eq(contracts.id, id))
  await enqueue(tx, "seal-contract", { contractId: id })
  await addEvidence(tx, id, { kind: "reduced", details: { rental, administratorId: actor.id } }, at)
}

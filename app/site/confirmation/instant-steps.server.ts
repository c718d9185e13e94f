import { contractDue } from "../../../domain/booking/deadlines.ts"
import type { BookingWithPrice } from "../../../server/booking-record/queries.ts"
import { readContract } from "../../../server/contracts/read-link.ts"
import { listContractInstalments } from "../../../server/money/finance/instalments.ts"
import { readPayable } from "../../../server/money/payments/payable.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { db } from "../../../server/platform/database.server.ts"
import type { InstantNext } from "./instant-steps.tsx"

/** null unless the system confirmed it (D67). */
export async function readInstantNext(booking: BookingWithPrice, at: Date): Promise<InstantNext | null> {
  if (!booking.isInstant || booking.status !== "confirmed" || booking.confirmedAt === null) return null
  const view = await readContract(db, booking.id, at)
  if (view?.signing.kind === "open") {
    const { contract, dueAt } = view.signing
    const instalments = await listContractInstalments(contract.id)
    return {
      kind: "sign",
      // No deadline runs that no mail has named.
      by: dueAt ?? (canDeliverMail() ? contractDue(booking.confirmedAt, booking.firstDay, booking.returnsOn) : null),
      due: instalments.find(({ dueOn }) => dueOn === null) ?? null,
    }
  }
  const next = (await readPayable(booking.id, at))?.next ?? null
  if (next?.dueOn === null) return { kind: "pay", due: { kind: next.kind, amount: next.amount } }
  return { kind: "done", paysLater: next !== null }
}

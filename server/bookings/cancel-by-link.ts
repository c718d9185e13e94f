import { eq } from "drizzle-orm"
import { type Account, onOwnAccount } from "../../domain/accounts/party.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import type { ContractId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type LinkProblem, findBookingLink } from "../contracts/links.ts"
import { type CodeProblem, type ProofProblem, orderSigningCode, proveByCode } from "../contracts/signing-code.ts"
import { liveContracts } from "../contracts/versions.ts"
import { db } from "../database.server.ts"
import { bookings } from "../schema/bookings.ts"
import { accountOfBooking } from "./booking-page.ts"
import {
  type CancelProblem,
  type CancellationPreview,
  type ShownSettlement,
  cancelOwnBooking,
  previewCancellation,
} from "./cancel.ts"
import type { Booking } from "./place.ts"

/** A customer without a password has no other way to cancel (D68). */
export type CancellationByLink = {
  booking: Booking
  account: Account
  /** The signed contract, which a code ends; null before a signature, when nothing is owed. */
  contractId: ContractId | null
  preview: Result<CancellationPreview, CancelProblem>
}

type NoCancellation = LinkProblem | CancelProblem

export async function readCancellation(
  secret: string,
  at: Date = new Date(),
): Promise<Result<CancellationByLink, LinkProblem>> {
  const found = await findBookingLink(secret, at)
  if (!found.ok) return found
  const { purpose, bookingId } = found.value
  // A link to pay, or to give a deposit, may be in other hands than the customer's.
  if (purpose !== "sign" && purpose !== "read") return err({ kind: "unknown-link" })
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return err({ kind: "unknown-link" })
  const account = await accountOfBooking(booking)
  const [{ signed }, preview] = await Promise.all([
    liveContracts(db, bookingId),
    previewCancellation(onOwnAccount(account), bookingId, at),
  ])
  return ok({ booking, account, contractId: signed?.id ?? null, preview })
}

/** Mails the code that shows that whoever holds the link reads the account's mail. */
export async function orderCancellationCode(
  secret: string,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<{ endsAt: Date }, NoCancellation | CodeProblem>> {
  const read = await readCancellation(secret, at)
  if (!read.ok) return read
  const { preview, contractId, account } = read.value
  if (!preview.ok) return preview
  return contractId === null ? err({ kind: "not-found" }) : orderSigningCode(account, contractId, visit, at, "cancel")
}

/** The booking ends; a signed one by the code that was mailed: a link alone, which may have been handed on, costs nobody money. */
export async function cancelByLink(
  secret: string,
  { code, shown, reason }: { code: string; shown: ShownSettlement; reason?: string | undefined },
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<CancellationPreview, NoCancellation | ProofProblem>> {
  const read = await readCancellation(secret, at)
  if (!read.ok) return read
  const { preview, contractId, account, booking } = read.value
  if (!preview.ok) return preview
  const { kept, refund } = preview.value.settlement
  // Before the code is used up.
  if (shown.kept !== kept || shown.refund !== refund) return err({ kind: "settlement-changed", preview: preview.value })
  if (contractId !== null) {
    if (code === "") return err({ kind: "ended-code" })
    const proved = await proveByCode(account, contractId, code, visit, at, "cancel")
    if (!proved.ok) return proved
  }
  return cancelOwnBooking(onOwnAccount(account), booking.id, { shown, reason }, at)
}

import { onOwnAccount } from "../../domain/accounts/party.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { LinkProblem } from "../access/capability-links.ts"
import { type BookingByLink, readBookingByLink } from "./booking-by-link.ts"
import { type CodeProblem, type ProofProblem, orderSigningCode, proveByCode } from "../contracts/signing-code.ts"
import {
  type CancelProblem,
  type CancellationPreview,
  type ShownSettlement,
  cancelOwnBooking,
  previewCancellation,
} from "./cancel.ts"

/** A customer without a password has no other way to cancel (D68). */
export type CancellationByLink = BookingByLink & { preview: Result<CancellationPreview, CancelProblem> }

type NoCancellation = LinkProblem | CancelProblem

export async function readCancellation(
  secret: string,
  at: Date = new Date(),
): Promise<Result<CancellationByLink, LinkProblem>> {
  const read = await readBookingByLink(secret, at)
  if (!read.ok) return read
  const { account, booking } = read.value
  return ok({ ...read.value, preview: await previewCancellation(onOwnAccount(account), booking.id, at) })
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
  return contractId === null
    ? err({ kind: "not-found" })
    : orderSigningCode({ account, contractId, visit, at, use: "cancel" })
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
    const proved = await proveByCode({ account, contractId, code, visit, at, use: "cancel" })
    if (!proved.ok) return proved
  }
  return cancelOwnBooking(onOwnAccount(account), booking.id, { shown, reason }, at)
}

import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { LinkProblem } from "../access/capability-links.ts"
import { type BookingByLink, readBookingByLink } from "./booking-by-link.ts"
import { type CodeProblem, type ProofProblem, requestSigningCode, proveByCode } from "../contracts/signing-code.ts"
import {
  type CancelProblem,
  type CancellationPreview,
  type ExpectedSettlement,
  cancelOwnBooking,
  previewCancellation,
} from "./cancel.ts"

type CancellationByLink = BookingByLink & { preview: Result<CancellationPreview, CancelProblem> }

type NoCancellation = LinkProblem | CancelProblem

export async function readCancellation(
  secret: string,
  at: Date = new Date(),
): Promise<Result<CancellationByLink, LinkProblem>> {
  const read = await readBookingByLink(secret, at)
  if (!read.ok) return read
  const { account, booking } = read.value
  return ok({ ...read.value, preview: await previewCancellation(ownAccountParty(account), booking.id, at) })
}

export async function requestCancellationCode(
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
    : requestSigningCode({ account, contractId, visit, at, use: "cancel" })
}

/** A passed-on link must cost nobody money: signed bookings need the code. */
export async function cancelByLink(
  secret: string,
  { code, expected, reason }: { code: string; expected: ExpectedSettlement; reason?: string | undefined },
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<CancellationPreview, NoCancellation | ProofProblem>> {
  const read = await readCancellation(secret, at)
  if (!read.ok) return read
  const { preview, contractId, account, booking } = read.value
  if (!preview.ok) return preview
  const { retained: kept, refund } = preview.value.settlement
  // Must run before the code is used up.
  if (expected.retained !== kept || expected.refund !== refund)
    return err({ kind: "settlement-changed", preview: preview.value })
  if (contractId !== null) {
    if (code === "") return err({ kind: "ended-code" })
    const proved = await proveByCode({ account, contractId, code, visit, at, use: "cancel" })
    if (!proved.ok) return proved
  }
  return cancelOwnBooking(ownAccountParty(account), booking.id, { expected, reason }, at)
}

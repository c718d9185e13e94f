import { type Account, ownAccountParty } from "../../domain/accounts/party.ts"
import type { WithdrawalProblem } from "../../domain/booking/withdrawal.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import type { ContractId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { LinkProblem } from "../access/capability-links.ts"
import { type BookingByLink, readBookingByLink } from "./booking-by-link.ts"
import { type CodeProblem, type ProofProblem, requestSigningCode, proveByCode } from "../contracts/signing-code.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type WithdrawalPreview, previewWithdrawal, withdrawFromContract } from "./withdraw.ts"

/** The only way for a customer without a password (D33). */
type WithdrawalByLink = BookingByLink & { preview: Result<WithdrawalPreview, WithdrawalProblem> }

export async function readWithdrawal(
  secret: string,
  at: Date = new Date(),
): Promise<Result<WithdrawalByLink, LinkProblem>> {
  const read = await readBookingByLink(secret, at)
  if (!read.ok) return read
  const { account, booking } = read.value
  return ok({ ...read.value, preview: await previewWithdrawal(ownAccountParty(account), booking.id, at) })
}

type NoWithdrawal = LinkProblem | WithdrawalProblem

export async function requestWithdrawalCode(
  secret: string,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<{ endsAt: Date }, NoWithdrawal | CodeProblem>> {
  const withdrawal = await findOpenWithdrawal(secret, at)
  if (!withdrawal.ok) return withdrawal
  const { account, contractId } = withdrawal.value
  return requestSigningCode({ account, contractId, visit, at, use: "withdraw" })
}

/** A link may have been passed on, so only the mailed code ends the contract. */
export async function withdrawByLink(
  secret: string,
  code: string,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<WithdrawalPreview, NoWithdrawal | ProofProblem>> {
  const withdrawal = await findOpenWithdrawal(secret, at)
  if (!withdrawal.ok) return withdrawal
  const { account, contractId, booking } = withdrawal.value
  const proved = await proveByCode({ account, contractId, code, visit, at, use: "withdraw" })
  if (!proved.ok) return proved
  return withdrawFromContract(ownAccountParty(account), booking.id, at)
}

async function findOpenWithdrawal(
  secret: string,
  at: Date,
): Promise<Result<{ booking: Booking; account: Account; contractId: ContractId }, NoWithdrawal>> {
  const read = await readWithdrawal(secret, at)
  if (!read.ok) return read
  const { preview, contractId, account, booking } = read.value
  if (!preview.ok) return preview
  return contractId === null ? err({ kind: "not-found" }) : ok({ booking, account, contractId })
}

import { type Account, onOwnAccount } from "../../domain/accounts/party.ts"
import type { WithdrawalProblem } from "../../domain/booking/withdrawal.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import type { ContractId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { LinkProblem } from "../access/capability-links.ts"
import { type BookingByLink, readBookingByLink } from "./booking-by-link.ts"
import { type CodeProblem, type ProofProblem, orderSigningCode, proveByCode } from "../contracts/signing-code.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type WithdrawalPreview, previewWithdrawal, withdrawFromContract } from "./withdraw.ts"

/** What whoever holds a link of a booking may withdraw from (D33): a customer without a password has no other way. */
export type WithdrawalByLink = BookingByLink & { preview: Result<WithdrawalPreview, WithdrawalProblem> }

/** What the page of a link shows before "Confirmer la rétractation"; nothing is written. */
export async function readWithdrawal(
  secret: string,
  at: Date = new Date(),
): Promise<Result<WithdrawalByLink, LinkProblem>> {
  const read = await readBookingByLink(secret, at)
  if (!read.ok) return read
  const { account, booking } = read.value
  return ok({ ...read.value, preview: await previewWithdrawal(onOwnAccount(account), booking.id, at) })
}

type NoWithdrawal = LinkProblem | WithdrawalProblem

/** Mails the code that shows that whoever holds the link reads the account's mail. */
export async function askWithdrawalCode(
  secret: string,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<{ endsAt: Date }, NoWithdrawal | CodeProblem>> {
  const open = await openWithdrawal(secret, at)
  if (!open.ok) return open
  const { account, contractId } = open.value
  return orderSigningCode({ account, contractId, visit, at, use: "withdraw" })
}

/** The contract ends, by the code that was mailed: a link alone, which may have been handed on, ends nothing. */
export async function withdrawByLink(
  secret: string,
  code: string,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<WithdrawalPreview, NoWithdrawal | ProofProblem>> {
  const open = await openWithdrawal(secret, at)
  if (!open.ok) return open
  const { account, contractId, booking } = open.value
  const proved = await proveByCode({ account, contractId, code, visit, at, use: "withdraw" })
  if (!proved.ok) return proved
  return withdrawFromContract(onOwnAccount(account), booking.id, at)
}

async function openWithdrawal(
  secret: string,
  at: Date,
): Promise<Result<{ booking: Booking; account: Account; contractId: ContractId }, NoWithdrawal>> {
  const read = await readWithdrawal(secret, at)
  if (!read.ok) return read
  const { preview, contractId, account, booking } = read.value
  if (!preview.ok) return preview
  return contractId === null ? err({ kind: "not-found" }) : ok({ booking, account, contractId })
}

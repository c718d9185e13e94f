import { eq } from "drizzle-orm"
import { type Account, onOwnAccount } from "../../domain/accounts/party.ts"
import type { WithdrawalProblem } from "../../domain/booking/withdrawal.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import type { ContractId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type LinkProblem, findBookingLink } from "../contracts/links.ts"
import { type CodeProblem, type ProofProblem, orderSigningCode, proveByCode } from "../contracts/signing-code.ts"
import { liveContracts } from "../contracts/versions.ts"
import { db } from "../database.server.ts"
import { bookings } from "../schema/bookings.ts"
import { accountOfBooking } from "./booking-page.ts"
import type { Booking } from "./place.ts"
import { type WithdrawalPreview, previewWithdrawal, withdrawFromContract } from "./withdraw.ts"

/** What whoever holds a link of a booking may withdraw from (D33): a customer without a password has no other way. */
export type WithdrawalByLink = {
  booking: Booking
  account: Account
  /** The contract in force, to whose account the code is mailed; null before a signature. */
  contractId: ContractId | null
  preview: Result<WithdrawalPreview, WithdrawalProblem>
}

/** What the page of a link shows before "Confirmer la rétractation"; nothing is written. */
export async function readWithdrawal(
  secret: string,
  at: Date = new Date(),
): Promise<Result<WithdrawalByLink, LinkProblem>> {
  const found = await findBookingLink(secret, at)
  if (!found.ok) return found
  const { purpose, bookingId } = found.value
  // Whoever may pay, or give a deposit, is not always the one who signed.
  if (purpose !== "sign" && purpose !== "read") return err({ kind: "unknown-link" })
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return err({ kind: "unknown-link" })
  const account = await accountOfBooking(booking)
  const [{ signed }, preview] = await Promise.all([
    liveContracts(db, bookingId),
    previewWithdrawal(onOwnAccount(account), bookingId, at),
  ])
  return ok({ booking, account, contractId: signed?.id ?? null, preview })
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
  return orderSigningCode(account, contractId, visit, at, "withdraw")
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
  const proved = await proveByCode(account, contractId, code, visit, at, "withdraw")
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

import { isPrintable } from "../../domain/content/printable-text.ts"
import { and, asc, eq } from "drizzle-orm"
import type { ClientType } from "../../domain/accounts/business.ts"
import type { Account, Staff, Party } from "../../domain/accounts/party.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { needsEarlyPerformance } from "../../domain/booking/withdrawal.ts"
import type { SigningWay } from "../../domain/booking/contract-status.ts"
import type { Evidence, Signature, SignedFacts, Visit } from "../../domain/contracts/evidence.ts"
import { type SignatureProblem, checkSignature } from "../../domain/contracts/signature.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, ContractId, Id, ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Booking } from "../booking-record/booking.ts"
import { withRentals } from "../booking-record/rentals.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { freezeCurrentTerms } from "../shop/content/legal.ts"
import type { Transaction } from "../platform/database.server.ts"
import { syncCardPayments } from "../money/payments/sync-card-payments.ts"
import { recordEvent } from "../platform/events/record.ts"
import { alignDeposit } from "../money/deposits/align-deposit.ts"
import { scheduleOverpaymentRefund } from "../money/finance/overpaid.ts"
import { enqueue } from "../platform/queue/queue.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { bookingLinks } from "../platform/schema/contracts.ts"
import { verifyBySigning } from "../accounts/auth/verify-email.ts"
import { issueDueInvoices } from "../money/invoicing/issue.ts"
import { requestPayment } from "../money/payments/ask-payments.ts"
import { readClientType } from "../booking-record/client-type.ts"
import { addEvidence } from "./evidence.ts"
import { type LinkProblem, findBookingLink } from "../access/capability-links.ts"
import { renewContract } from "./renew-contract.ts"
import { holdOnlyBookedDays } from "./send-contract.ts"
import { hasProvedAddress } from "./signing-code.ts"
import { type Contract, isCurrentOffer, needsHome, readLiveContracts } from "./versions.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

type Ticks = SignedFacts["ticks"]

export type SigningForm = {
  contractId: ContractId
  sha256: string
  name: string
  signature: Signature
  ticks: Ticks
  termsVersion: string | null
}

/** `visitorId`: the account signed in to the browser that opened the link (D76). */
export type Signer = { by: "link"; secret: string; visitorId?: ProfileId | null } | { by: "session"; account: Account }

export type SigningProblem =
  | LinkProblem
  | { kind: "not-found" }
  | { kind: "reads-only" }
  | { kind: "not-proved" }
  | { kind: "already-signed"; contract: Contract }
  | { kind: "replaced"; contract: Contract | null }
  | { kind: "overdue"; dueAt: Date }
  | { kind: "ended"; status: Booking["status"] }
  | { kind: "home-missing" }
  | { kind: "terms-not-accepted" }
  | { kind: "terms-changed"; termsVersion: string | null }
  | { kind: "ticks-missing"; missing: ("earlyPerformance" | "withdrawalLoss")[] }
  | SignatureProblem
  | { kind: "days-taken" }

type SignedContract = { contract: Contract; booking: Booking }

/** Checks deadline, text, terms, ticks and signer under the booking's lock (D12, D26, D33, D39, D56, D59). */
export async function signContract(
  signer: Signer,
  form: SigningForm,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<SignedContract, SigningProblem>> {
  const signature = checkSignature(form)
  if (!signature.ok) return signature
  const termsVersion = await freezeCurrentTerms()
  const outcome = await withClaimRetry((tx) =>
    signInTransaction(tx, { signer, form: { ...form, ...signature.value }, termsVersion, visit, at }),
  )
  return outcome === "days-taken" ? err({ kind: "days-taken" }) : outcome
}

type Proof =
  | { party: Party; email: string; how: "link"; linkId: Id }
  | { party: Party; email: string; how: "code"; accountId: ProfileId }

type SigningAttempt = {
  signer: Signer
  form: SigningForm
  /** In the company that signs. */
  role?: string | undefined
  termsVersion: string | null
  visit: Visit
  at: Date
}

/** Requires a checked signature, and the terms as `freezeCurrentTerms` gives them. */
export async function signInTransaction(
  tx: Transaction,
  { signer, form, role, termsVersion, visit, at }: SigningAttempt,
): Promise<Result<SignedContract, SigningProblem>> {
  const target = await lockForSigning(tx, form.contractId)
  if (!target) return err({ kind: "not-found" })
  const proof = await authenticateSigner(tx, signer, target, at)
  if (!proof.ok) return proof
  const problem = await findSigningProblem(tx, target, { form, termsVersion, at })
  if (problem) return err(problem)

  const { party, email, ...method } = proof.value
  if (signer.by === "link" && signer.visitorId === target.client.id)
    await verifyBySigning(tx, target.client.id, email, at)
  const signed = await writeSignature(tx, target, { how: method.how, party, ticks: form.ticks, termsVersion }, at)
  const facts: SignedFacts = {
    sha256: signed.contract.sha256,
    version: signed.contract.version,
    termsVersion,
    ticks: form.ticks,
  }
  const { name, signature } = form
  const evidence: Evidence = {
    kind: "signed",
    details: { ...facts, ...method },
    personal: { ...visit, name, ...(role && { role }), email, signature },
  }
  await addEvidence(tx, signed.contract.id, evidence, at)
  if (method.how === "link") await tx.update(bookingLinks).set({ usedAt: at }).where(eq(bookingLinks.id, method.linkId))
  return ok(signed)
}

type SigningTarget = {
  contract: Contract
  booking: Booking
  client: { id: ProfileId; name: string; email: string; clientType: ClientType }
}

/** Lock order: the booking first, like every change to it or its contracts. */
async function lockForSigning(tx: Transaction, contractId: ContractId): Promise<SigningTarget | null> {
  const [row] = await tx.select({ bookingId: contracts.bookingId }).from(contracts).where(eq(contracts.id, contractId))
  if (!row) return null
  const booking = await lockBooking(tx, row.bookingId)
  const [contract] = await tx.select().from(contracts).where(eq(contracts.id, contractId))
  if (!booking || !contract) return null
  const [client] = await tx
    .select({ id: profiles.id, name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, booking.userId))
  const clientType = await readClientType(tx, booking.id)
  return client ? { contract, booking, client: { ...client, clientType } } : null
}

async function authenticateSigner(
  tx: Transaction,
  signer: Signer,
  { contract, booking, client }: SigningTarget,
  at: Date,
): Promise<Result<Proof, SigningProblem>> {
  const { email } = client
  if (signer.by === "session") {
    // Only the account's owner signs, even if others may book for it (D55).
    if (signer.account.id !== booking.userId) return err({ kind: "not-found" })
    if (contract.status !== "signed" && !(await hasProvedAddress(tx, signer.account.id, contract.id, at)))
      return err({ kind: "not-proved" })
    return ok({ party: ownAccountParty(signer.account), email, how: "code", accountId: signer.account.id })
  }
  const linkResult = await findBookingLink(signer.secret, at, tx)
  if (!linkResult.ok) return linkResult
  const link = linkResult.value
  if (link.bookingId !== booking.id) return err({ kind: "not-found" })
  if (contract.status === "signed") return err({ kind: "already-signed", contract })
  if (link.purpose !== "sign" || link.usedAt !== null) return err({ kind: "reads-only" })
  return ok({ party: ownAccountParty(client), email, how: "link", linkId: link.id })
}

async function findSigningProblem(
  tx: Transaction,
  target: SigningTarget,
  { form, termsVersion, at }: { form: Omit<SigningForm, "name" | "signature">; termsVersion: string | null; at: Date },
): Promise<SigningProblem | null> {
  const { contract, booking } = target
  if (contract.status === "signed") return { kind: "already-signed", contract }
  if (booking.status !== "confirmed") return { kind: "ended", status: booking.status }
  const waits = contract.status === "sent" || contract.status === "prepared"
  if (!waits || contract.sha256 !== form.sha256)
    return { kind: "replaced", contract: (await readLiveContracts(tx, booking.id)).waiting }
  if (contract.dueAt !== null && contract.dueAt <= at) return { kind: "overdue", dueAt: contract.dueAt }
  if (await needsHome(tx, booking)) return { kind: "home-missing" }
  if (!(await isCurrentOffer(tx, contract, booking))) {
    await renewContract(tx, booking, { at })
    return { kind: "replaced", contract: (await readLiveContracts(tx, booking.id)).waiting }
  }
  if (!form.ticks.terms) return { kind: "terms-not-accepted" }
  if (form.termsVersion !== termsVersion) return { kind: "terms-changed", termsVersion }
  const missing = await findMissingTicks(tx, target, { ticks: form.ticks, at })
  return missing.length > 0 ? { kind: "ticks-missing", missing } : null
}

/** The withdrawal period runs from the first signature (D33). */
async function findMissingTicks(
  tx: Transaction,
  { booking, contract, client: { clientType } }: SigningTarget,
  { ticks, at }: { ticks: Ticks; at: Date },
): Promise<("earlyPerformance" | "withdrawalLoss")[]> {
  const concludedAt = (await readFirstSignature(tx, booking.id)) ?? at
  const { withdrawalDays } = contract.agreement
  if (!needsEarlyPerformance(booking.firstDay, concludedAt, { clientType, withdrawalDays })) return []
  const recorded = {
    earlyPerformance: booking.earlyPerformanceRequestedAt !== null,
    withdrawalLoss: booking.withdrawalLossAcknowledgedAt !== null,
  }
  return (["earlyPerformance", "withdrawalLoss"] as const).filter((name) => !ticks[name] && !recorded[name])
}

async function readFirstSignature(tx: Transaction, bookingId: BookingId): Promise<Date | null> {
  const [first] = await tx
    .select({ signedAt: contracts.signedAt })
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
    .orderBy(asc(contracts.version))
    .limit(1)
  return first?.signedAt ?? null
}

type SignatureRecord = { how: SigningWay; party: Party | Staff; ticks: Ticks; termsVersion: string | null }

async function writeSignature(
  tx: Transaction,
  { contract, booking }: SigningTarget,
  { how, party, ticks, termsVersion }: SignatureRecord,
  at: Date,
): Promise<SignedContract> {
  const isAmendment = (await readFirstSignature(tx, booking.id)) !== null
  const [signed] = await tx
    .update(contracts)
    .set({ status: "signed", signedAt: at, signedHow: how })
    .where(eq(contracts.id, contract.id))
    .returning()
  const [updatedBooking] = await tx
    .update(bookings)
    .set({
      termsVersion: termsVersion ?? booking.termsVersion,
      ...(ticks.earlyPerformance && !booking.earlyPerformanceRequestedAt ? { earlyPerformanceRequestedAt: at } : {}),
      ...(ticks.withdrawalLoss && !booking.withdrawalLossAcknowledgedAt ? { withdrawalLossAcknowledgedAt: at } : {}),
    })
    .where(eq(bookings.id, booking.id))
    .returning()
  if (!signed || !updatedBooking) throw new Error(`The contract of booking ${booking.id} was locked, then gone`)
  // A lowered price makes the difference refundable (D57).
  await scheduleOverpaymentRefund(tx, {
    bookingId: booking.id,
    total: signed.total,
    by: "actor" in party ? null : party,
    at,
  })
  // The previous days were held until the amendment was signed (D59).
  if (isAmendment) await holdOnlyBookedDays(tx, await withRentals(updatedBooking, tx), at)
  if (isAmendment) await alignDeposit(tx, updatedBooking, at)
  await recordEvent(tx, {
    by: party,
    action: "booking.contract-signed",
    subject: booking.id,
    details: { version: contract.version, how },
    at,
  })
  await enqueue(tx, "seal-contract", { contractId: contract.id })
  await syncCardPayments(tx, booking.id)
  if (booking.company?.invoiceDueDays) await issueDueInvoices(tx, booking.id, at)
  await requestPayment(tx, booking.id, at)
  return { contract: signed, booking: updatedBooking }
}

type InPersonForm = Omit<SigningForm, "signature"> & {
  how: "paper" | "on-site"
  signature: Signature | null
  signedOn: Day
}

export type InPersonProblem =
  | Exclude<SigningProblem, { kind: "unknown-link" | "ended-link" | "not-proved" | "reads-only" }>
  | { kind: "in-the-future" }
  | { kind: "before-it-was-made"; madeOn: Day }

/** Ignores the deadline: a contract signed in time may be recorded later. */
export async function recordInPersonSignature(
  actor: Staff,
  { how, signature, signedOn, ...form }: InPersonForm,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<SignedContract, InPersonProblem>> {
  if (signedOn > dayInParis(at)) return err({ kind: "in-the-future" })
  const name = form.name.trim()
  if (name === "") return err({ kind: "name-missing" })
  if (!isPrintable(name)) return err({ kind: "name-unprintable", text: name })
  const checked = signature === null ? null : checkSignature({ name, signature })
  if (how === "on-site" && checked === null) return err({ kind: "signature-missing" })
  if (checked && !checked.ok) return checked
  const termsVersion = await freezeCurrentTerms()
  const outcome = await withClaimRetry(async (tx): Promise<Result<SignedContract, InPersonProblem>> => {
    const target = await lockForSigning(tx, form.contractId)
    if (!target) return err({ kind: "not-found" })
    const problem = await findSigningProblem(tx, withoutDeadline(target), { form, termsVersion, at })
    if (problem) return err(toInPersonProblem(problem))
    const madeOn = dayInParis(target.contract.createdAt)
    if (signedOn < madeOn) return err({ kind: "before-it-was-made", madeOn })
    const signed = await writeSignature(tx, target, { how, party: actor, ticks: form.ticks, termsVersion }, at)
    const { sha256, version } = signed.contract
    const details = { sha256, version, termsVersion, ticks: form.ticks, how, administratorId: actor.id, signedOn }
    const personal = { ...visit, name, signature: checked ? checked.value.signature : null }
    await addEvidence(tx, signed.contract.id, { kind: "signed-in-person", details, personal }, at)
    return ok(signed)
  })
  return outcome === "days-taken" ? err({ kind: "days-taken" }) : outcome
}

function withoutDeadline(target: SigningTarget): SigningTarget {
  return { ...target, contract: { ...target.contract, dueAt: null } }
}

function toInPersonProblem(problem: SigningProblem): InPersonProblem {
  switch (problem.kind) {
    case "unknown-link":
    case "ended-link":
    case "not-proved":
    case "reads-only":
      throw new Error(`Nobody signs in person by a link: ${problem.kind}`)
    default:
      return problem
  }
}

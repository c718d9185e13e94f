import { isPrintable } from "../../domain/content/printable-text.ts"
import { and, asc, eq } from "drizzle-orm"
import type { Account, Administrator, Party } from "../../domain/accounts/party.ts"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { needsEarlyPerformance } from "../../domain/booking/withdrawal.ts"
import type { SigningWay } from "../../domain/booking/contract-status.ts"
import type { Evidence, Signature, SignedFacts, Visit } from "../../domain/contracts/evidence.ts"
import { type SignatureProblem, checkSignature } from "../../domain/contracts/signature.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, ContractId, Id, ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Booking } from "../booking-record/booking.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { currentTermsVersion } from "../shop/content/legal.ts"
import type { Transaction } from "../platform/database.server.ts"
import { syncCardPayments } from "../money/payments/sync-card-payments.ts"
import { recordEvent } from "../platform/events/record.ts"
import { oweOverpayment } from "../money/finance/overpaid.ts"
import { enqueue } from "../platform/queue/queue.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { bookingLinks } from "../platform/schema/contracts.ts"
import { askForPayment } from "../money/payments/ask-payments.ts"
import { clientTypeOf } from "../booking-record/client-type.ts"
import { addEvidence } from "./evidence.ts"
import { type LinkProblem, findBookingLink } from "../access/capability-links.ts"
import { renewContract } from "./renew-contract.ts"
import { holdExactly } from "./send-contract.ts"
import { hasProved } from "./signing-code.ts"
import { type Contract, liveContracts, matchesBooking } from "./versions.ts"

/** D33's two ticks, and that of the terms. */
export type Ticks = SignedFacts["ticks"]

export type SigningForm = {
  /** The version that was read: another one that has come since is shown, and nothing is signed. */
  contractId: ContractId
  /** Of the text that was read, in hexadecimal. */
  sha256: string
  name: string
  signature: Signature
  ticks: Ticks
  /** Of the terms of sale that were linked beside the tick: "cgv-3"; null where the shop has none. */
  termsVersion: string | null
}

/** Who signs, and how they have shown that the booking's mail address is theirs (D56). */
export type Signer = { by: "link"; secret: string } | { by: "session"; account: Account }

export type SigningProblem =
  | LinkProblem
  | { kind: "not-found" }
  /** A link made for reading, or one that has signed: it shows, and does nothing more. */
  | { kind: "reads-only" }
  /** Nobody has shown that the account's mail is read here: a code is asked for first. */
  | { kind: "not-proved" }
  /** Signed a moment ago, in another tab or by another link. */
  | { kind: "already-signed"; contract: Contract }
  /** There is a later version, or another text than the one that was read: that one is to be read. */
  | { kind: "replaced"; contract: Contract | null }
  | { kind: "overdue"; dueAt: Date }
  | { kind: "ended"; status: Booking["status"] }
  | { kind: "terms-not-accepted" }
  | { kind: "terms-changed"; termsVersion: string | null }
  /** Something is performed inside the withdrawal period, and the customer is a consumer (D33). */
  | { kind: "ticks-missing"; missing: ("earlyPerformance" | "withdrawalLoss")[] }
  | SignatureProblem
  /** The days of a change were taken by nobody's fault of the customer's: nothing is signed. */
  | { kind: "days-taken" }

export type Signed = { contract: Contract; booking: Booking }

/**
 * Signs the version that was read, or nothing: the deadline, the text, the terms, the ticks and the signer are checked
 * under the booking's lock (D12, D26, D33, D39, D56, D59). What is due at the signature is due from here on. The sealed
 * document and the mails follow by a job.
 */
export async function signContract(
  signer: Signer,
  form: SigningForm,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<Signed, SigningProblem>> {
  const signature = checkSignature(form)
  if (!signature.ok) return signature
  const termsVersion = await currentTermsVersion()
  const done = await withClaimRetry((tx) =>
    signOnce(tx, { signer, form: { ...form, ...signature.value }, termsVersion, visit, at }),
  )
  return done === "days-taken" ? err({ kind: "days-taken" }) : done
}

type Proof =
  | { party: Party; email: string; how: "link"; linkId: Id }
  | { party: Party; email: string; how: "code"; accountId: ProfileId }

type Signing = { signer: Signer; form: SigningForm; termsVersion: string | null; visit: Visit; at: Date }

async function signOnce(
  tx: Transaction,
  { signer, form, termsVersion, visit, at }: Signing,
): Promise<Result<Signed, SigningProblem>> {
  const found = await lockForSigning(tx, form.contractId)
  if (!found) return err({ kind: "not-found" })
  const proof = await proofOf(tx, signer, found, at)
  if (!proof.ok) return proof
  const problem = await problemWith(tx, found, { form, termsVersion, at })
  if (problem) return err(problem)

  const { party, email, ...how } = proof.value
  const signed = await writeSignature(tx, found, { how: how.how, party, ticks: form.ticks, termsVersion }, at)
  const facts: SignedFacts = {
    sha256: signed.contract.sha256,
    version: signed.contract.version,
    termsVersion,
    ticks: form.ticks,
  }
  const { name, signature } = form
  const evidence: Evidence = {
    kind: "signed",
    details: { ...facts, ...how },
    personal: { ...visit, name, email, signature },
  }
  await addEvidence(tx, signed.contract.id, evidence, at)
  if (how.how === "link") await tx.update(bookingLinks).set({ usedAt: at }).where(eq(bookingLinks.id, how.linkId))
  return ok(signed)
}

type ToSign = {
  contract: Contract
  booking: Booking
  client: { id: ProfileId; name: string; email: string; clientType: "individual" | "business" }
}

/** The booking is locked first, as everybody does who changes it or its contracts. */
async function lockForSigning(tx: Transaction, contractId: ContractId): Promise<ToSign | null> {
  const [known] = await tx
    .select({ bookingId: contracts.bookingId })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  if (!known) return null
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, known.bookingId)).for("update")
  const [contract] = await tx.select().from(contracts).where(eq(contracts.id, contractId))
  if (!booking || !contract) return null
  const [client] = await tx
    .select({ id: profiles.id, name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, booking.userId))
  const clientType = await clientTypeOf(tx, booking.id)
  return client ? { contract, booking, client: { ...client, clientType } } : null
}

async function proofOf(
  tx: Transaction,
  signer: Signer,
  { contract, booking, client }: ToSign,
  at: Date,
): Promise<Result<Proof, SigningProblem>> {
  const { email } = client
  if (signer.by === "session") {
    // Signing stays with the account's owner, whoever else may book for it (D55).
    if (signer.account.id !== booking.userId) return err({ kind: "not-found" })
    if (contract.status !== "signed" && !(await hasProved(tx, signer.account.id, contract.id, at)))
      return err({ kind: "not-proved" })
    return ok({ party: onOwnAccount(signer.account), email, how: "code", accountId: signer.account.id })
  }
  const found = await findBookingLink(signer.secret, at, tx)
  if (!found.ok) return found
  const link = found.value
  if (link.bookingId !== booking.id) return err({ kind: "not-found" })
  if (contract.status === "signed") return err({ kind: "already-signed", contract })
  if (link.purpose !== "sign" || link.usedAt !== null) return err({ kind: "reads-only" })
  return ok({ party: onOwnAccount(client), email, how: "link", linkId: link.id })
}

/** Why what was read cannot be signed as it was sent; null when it can. */
async function problemWith(
  tx: Transaction,
  toSign: ToSign,
  { form, termsVersion, at }: { form: Omit<SigningForm, "name" | "signature">; termsVersion: string | null; at: Date },
): Promise<SigningProblem | null> {
  const { contract, booking } = toSign
  if (contract.status === "signed") return { kind: "already-signed", contract }
  if (booking.status !== "confirmed") return { kind: "ended", status: booking.status }
  const waits = contract.status === "sent" || contract.status === "prepared"
  if (!waits || contract.sha256 !== form.sha256)
    return { kind: "replaced", contract: (await liveContracts(tx, booking.id)).waiting }
  if (contract.dueAt !== null && contract.dueAt <= at) return { kind: "overdue", dueAt: contract.dueAt }
  if (!matchesBooking(contract, booking)) {
    await renewContract(tx, booking, { at })
    return { kind: "replaced", contract: (await liveContracts(tx, booking.id)).waiting }
  }
  if (!form.ticks.terms) return { kind: "terms-not-accepted" }
  if (form.termsVersion !== termsVersion) return { kind: "terms-changed", termsVersion }
  const missing = await missingTicks(tx, toSign, { ticks: form.ticks, at })
  return missing.length > 0 ? { kind: "ticks-missing", missing } : null
}

/** Which of D33's ticks are needed and not there: the period runs from the first signature, whatever is signed later. */
async function missingTicks(
  tx: Transaction,
  { booking, contract, client: { clientType } }: ToSign,
  { ticks, at }: { ticks: Ticks; at: Date },
): Promise<("earlyPerformance" | "withdrawalLoss")[]> {
  const concluded = (await firstSignature(tx, booking.id)) ?? at
  const { withdrawalDays } = contract.agreement
  if (!needsEarlyPerformance(booking.firstDay, concluded, { clientType, withdrawalDays })) return []
  const given = {
    earlyPerformance: booking.earlyPerformanceRequestedAt !== null,
    withdrawalLoss: booking.withdrawalLossAcknowledgedAt !== null,
  }
  return (["earlyPerformance", "withdrawalLoss"] as const).filter((name) => !ticks[name] && !given[name])
}

/** When the contract of a booking was concluded; null while it is not. */
async function firstSignature(tx: Transaction, bookingId: BookingId): Promise<Date | null> {
  const [first] = await tx
    .select({ signedAt: contracts.signedAt })
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), eq(contracts.status, "signed")))
    .orderBy(asc(contracts.version))
    .limit(1)
  return first?.signedAt ?? null
}

type Writing = { how: SigningWay; party: Party | Administrator; ticks: Ticks; termsVersion: string | null }

/** What every way of signing writes: the version, the booking, the event, and the promise of the sealed document. */
async function writeSignature(
  tx: Transaction,
  { contract, booking }: ToSign,
  { how, party, ticks, termsVersion }: Writing,
  at: Date,
): Promise<Signed> {
  const changes = (await firstSignature(tx, booking.id)) !== null
  const [signed] = await tx
    .update(contracts)
    .set({ status: "signed", signedAt: at, signedHow: how })
    .where(eq(contracts.id, contract.id))
    .returning()
  const [kept] = await tx
    .update(bookings)
    .set({
      termsVersion: termsVersion ?? booking.termsVersion,
      ...(ticks.earlyPerformance && !booking.earlyPerformanceRequestedAt ? { earlyPerformanceRequestedAt: at } : {}),
      ...(ticks.withdrawalLoss && !booking.withdrawalLossAcknowledgedAt ? { withdrawalLossAcknowledgedAt: at } : {}),
    })
    .where(eq(bookings.id, booking.id))
    .returning()
  if (!signed || !kept) throw new Error(`The contract of booking ${booking.id} was locked, then gone`)
  // A price that both sides lowered: what was paid beyond it is to be given back (D57).
  await oweOverpayment(tx, booking.id, signed.total, "actor" in party ? null : party, at)
  // The days of before were kept until now (D59).
  if (changes) await holdExactly(tx, kept, at)
  await recordEvent(tx, {
    by: party,
    action: "booking.contract-signed",
    subject: booking.id,
    details: { version: contract.version, how },
    at,
  })
  await enqueue(tx, "seal-contract", { contractId: contract.id })
  // What was asked for may be another amount from now on (D59).
  await syncCardPayments(tx, booking.id)
  await askForPayment(tx, booking.id, at)
  return { contract: signed, booking: kept }
}

export type InPersonForm = Omit<SigningForm, "signature"> & {
  how: "paper" | "on-site"
  /** Drawn or typed on the owner's screen; null for a paper, which the owner keeps. */
  signature: Signature | null
  /** The day on the paper. */
  signedOn: Day
}

export type InPersonProblem =
  | Exclude<SigningProblem, { kind: "unknown-link" | "ended-link" | "not-proved" | "reads-only" }>
  | { kind: "in-the-future" }
  /** On that day the version was not there yet: the paper is an older one (D69). */
  | { kind: "before-it-was-made"; madeOn: Day }

/**
 * An administrator notes that the customer has signed, on paper or on the owner's screen: for who has no mail, or stands
 * at the counter. The same checks, but for a deadline: what was signed in time may be noted later, as long as the
 * booking is there.
 */
export async function noteSignedInPerson(
  actor: Administrator,
  { how, signature, signedOn, ...form }: InPersonForm,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<Signed, InPersonProblem>> {
  if (signedOn > dayInParis(at)) return err({ kind: "in-the-future" })
  const name = form.name.trim()
  if (name === "") return err({ kind: "name-missing" })
  if (!isPrintable(name)) return err({ kind: "name-unprintable", text: name })
  const checked = signature === null ? null : checkSignature({ name, signature })
  if (how === "on-site" && checked === null) return err({ kind: "signature-missing" })
  if (checked && !checked.ok) return checked
  const termsVersion = await currentTermsVersion()
  const done = await withClaimRetry(async (tx): Promise<Result<Signed, InPersonProblem>> => {
    const found = await lockForSigning(tx, form.contractId)
    if (!found) return err({ kind: "not-found" })
    const problem = await problemWith(tx, inTime(found), { form, termsVersion, at })
    if (problem) return err(inPerson(problem))
    const madeOn = dayInParis(found.contract.createdAt)
    if (signedOn < madeOn) return err({ kind: "before-it-was-made", madeOn })
    const signed = await writeSignature(tx, found, { how, party: actor, ticks: form.ticks, termsVersion }, at)
    const { sha256, version } = signed.contract
    const details = { sha256, version, termsVersion, ticks: form.ticks, how, administratorId: actor.id, signedOn }
    const personal = { ...visit, name, signature: checked ? checked.value.signature : null }
    await addEvidence(tx, signed.contract.id, { kind: "signed-in-person", details, personal }, at)
    return ok(signed)
  })
  return done === "days-taken" ? err({ kind: "days-taken" }) : done
}

function inTime(found: ToSign): ToSign {
  return { ...found, contract: { ...found.contract, dueAt: null } }
}

function inPerson(problem: SigningProblem): InPersonProblem {
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

import { and, eq, sql } from "drizzle-orm"
import type { Visit } from "../../domain/contracts/evidence.ts"
import { type BookingId, type ContractId, type Id, type ProfileId, isId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import type { Booking } from "../booking-record/booking.ts"
import { lockList } from "../platform/revisions/edits.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { contractEvidence } from "../platform/schema/contracts.ts"
import { addEvidence } from "./evidence.ts"
import { type BookingLink, type LinkProblem, findBookingLink } from "../access/capability-links.ts"
import { type Contract, liveContracts } from "./versions.ts"

/** What anyone who may read a contract finds: the version in force and the one that waits, of which either may be missing. */
export type ReadContract = {
  booking: Booking
  signed: Contract | null
  waiting: Contract | null
  /** What can still be done: sign, until then; or why nothing can. */
  signing: Signing
}

export type Signing =
  | { kind: "open"; contract: Contract; dueAt: Date | null }
  /** Nobody signed by then. */
  | { kind: "overdue"; contract: Contract; dueAt: Date }
  | { kind: "signed"; contract: Contract }
  /** The booking has ended. */
  | { kind: "ended" }
  /** The version is still being made. */
  | { kind: "none" }

/**
 * What a mailed link shows (D56). Opening changes nothing but the trail, where each link's first look at a version is
 * noted: mail scanners open links too, and nothing follows from it.
 */
export async function readLink(
  secret: string,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<ReadContract & { link: BookingLink }, LinkProblem>> {
  return transaction(async (tx) => {
    const found = await findBookingLink(secret, at, tx)
    if (!found.ok) return found
    const link = found.value
    // Anyone who may pay does not read what was signed.
    if (link.purpose !== "read" && link.purpose !== "sign") return err({ kind: "unknown-link" })
    const read = await readContract(tx, link.bookingId, at)
    if (!read) return err({ kind: "unknown-link" })
    const contract = read.waiting ?? read.signed
    if (contract) await noteOpening(tx, contract.id, { by: "link", linkId: link.id }, visit, at)
    return ok({ ...read, link })
  })
}

/** The same for the account's owner, signed in; null for anybody else's booking. */
export async function readOwnContract(
  accountId: ProfileId,
  bookingId: BookingId,
  visit: Visit,
  at: Date = new Date(),
): Promise<ReadContract | null> {
  if (!isId(bookingId)) return null
  return transaction(async (tx) => {
    const read = await readContract(tx, bookingId, at)
    if (read?.booking.userId !== accountId) return null
    const contract = read.waiting ?? read.signed
    if (contract) await noteOpening(tx, contract.id, { by: "session", accountId }, visit, at)
    return read
  })
}

/** The booking of a link that was made to sign, used or not; null for any other. */
export async function readSigningLink(secret: string, at: Date): Promise<Booking | null> {
  const found = await findBookingLink(secret, at)
  if (!found.ok || found.value.purpose !== "sign") return null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, found.value.bookingId))
  return booking ?? null
}

/** What is there to be read of a booking's contract, without a trace. */
export async function readContract(executor: Executor, bookingId: BookingId, at: Date): Promise<ReadContract | null> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return null
  const { signed, waiting } = await liveContracts(executor, bookingId)
  return { booking, signed, waiting, signing: signingOf(booking, signed, waiting, at) }
}

function signingOf({ status }: Booking, signed: Contract | null, waiting: Contract | null, at: Date): Signing {
  if (status !== "confirmed") return { kind: "ended" }
  if (waiting) {
    const { dueAt } = waiting
    return dueAt !== null && dueAt <= at
      ? { kind: "overdue", contract: waiting, dueAt }
      : { kind: "open", contract: waiting, dueAt }
  }
  return signed ? { kind: "signed", contract: signed } : { kind: "none" }
}

type Opener = { by: "link"; linkId: Id } | { by: "session"; accountId: ProfileId }

async function noteOpening(tx: Transaction, contractId: ContractId, by: Opener, visit: Visit, at: Date): Promise<void> {
  if (await isOpeningNoted(tx, contractId, by)) return
  // Two that open at once are one first look; those that come back later wait for nobody.
  await lockList(tx, `contract ${contractId} opened`)
  if (await isOpeningNoted(tx, contractId, by)) return
  await addEvidence(tx, contractId, { kind: "opened", details: by, personal: visit }, at)
}

async function isOpeningNoted(tx: Transaction, contractId: ContractId, by: Opener): Promise<boolean> {
  const [noted] = await tx
    .select({ id: contractEvidence.id })
    .from(contractEvidence)
    .where(
      and(
        eq(contractEvidence.contractId, contractId),
        eq(contractEvidence.kind, "opened"),
        sql`${contractEvidence.details} = ${JSON.stringify(by)}::jsonb`,
      ),
    )
    .limit(1)
  return noted !== undefined
}

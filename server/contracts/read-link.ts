import { and, eq, sql } from "drizzle-orm"
import type { Visit } from "../../domain/contracts/evidence.ts"
import { type BookingId, type ContractId, type Id, type ProfileId, isId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import type { Booking } from "../booking-record/booking.ts"
import { lockByName } from "../platform/revisions/edits.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { contractEvidence } from "../platform/schema/contracts.ts"
import { addEvidence } from "./evidence.ts"
import { type BookingLink, type LinkProblem, findBookingLink } from "../access/capability-links.ts"
import { type Contract, readLiveContracts } from "./versions.ts"

export type ContractView = {
  booking: Booking
  signed: Contract | null
  waiting: Contract | null
  signing: Signing
}

type Signing =
  | { kind: "open"; contract: Contract; dueAt: Date | null }
  | { kind: "overdue"; contract: Contract; dueAt: Date }
  | { kind: "signed"; contract: Contract }
  | { kind: "ended" }
  | { kind: "none" }

/** Mail scanners open links too, so opening only adds to the trail (D56). */
export async function readLink(
  secret: string,
  visit: Visit,
  at: Date = new Date(),
): Promise<Result<ContractView & { link: BookingLink }, LinkProblem>> {
  return transaction(async (tx) => {
    const lookup = await findBookingLink(secret, at, tx)
    if (!lookup.ok) return lookup
    const link = lookup.value
    if (link.purpose !== "read" && link.purpose !== "sign") return err({ kind: "unknown-link" })
    const view = await readContract(tx, link.bookingId, at)
    if (!view) return err({ kind: "unknown-link" })
    const contract = view.waiting ?? view.signed
    if (contract) await recordOpening(tx, { contractId: contract.id, by: { by: "link", linkId: link.id }, visit, at })
    return ok({ ...view, link })
  })
}

export async function readOwnContract(
  accountId: ProfileId,
  bookingId: BookingId,
  visit: Visit,
  at: Date = new Date(),
): Promise<ContractView | null> {
  if (!isId(bookingId)) return null
  return transaction(async (tx) => {
    const view = await readContract(tx, bookingId, at)
    if (view?.booking.userId !== accountId) return null
    const contract = view.waiting ?? view.signed
    if (contract) await recordOpening(tx, { contractId: contract.id, by: { by: "session", accountId }, visit, at })
    return view
  })
}

export async function findBookingBySigningLink(secret: string, at: Date): Promise<Booking | null> {
  const lookup = await findBookingLink(secret, at)
  if (!lookup.ok || lookup.value.purpose !== "sign") return null
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, lookup.value.bookingId))
  return booking ?? null
}

export async function readContract(executor: Executor, bookingId: BookingId, at: Date): Promise<ContractView | null> {
  const [booking] = await executor.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!booking) return null
  const { signed, waiting } = await readLiveContracts(executor, bookingId)
  return { booking, signed, waiting, signing: signingState(booking, signed, waiting, at) }
}

function signingState({ status }: Booking, signed: Contract | null, waiting: Contract | null, at: Date): Signing {
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

async function recordOpening(
  tx: Transaction,
  { contractId, by, visit, at }: { contractId: ContractId; by: Opener; visit: Visit; at: Date },
): Promise<void> {
  if (await hasOpening(tx, contractId, by)) return
  // Rechecks under a lock so that simultaneous openings are recorded once.
  await lockByName(tx, `contract ${contractId} opened`)
  if (await hasOpening(tx, contractId, by)) return
  await addEvidence(tx, contractId, { kind: "opened", details: by, personal: visit }, at)
}

async function hasOpening(tx: Transaction, contractId: ContractId, by: Opener): Promise<boolean> {
  const [row] = await tx
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
  return row !== undefined
}

import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { and, asc, desc, eq, inArray, max } from "drizzle-orm"
import type { BookedState } from "../../domain/contracts/booked-state.ts"
import { fillTemplate } from "../../domain/content/legal-template.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { periodOf } from "../../domain/rental/rental.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { addInstalments } from "../money/finance/instalments.ts"
import { addEvidence } from "./evidence.ts"
import { factsOf, readContractTemplate } from "./template.ts"

export type Contract = typeof contracts.$inferSelect
type Booking = typeof bookings.$inferSelect

export type ContractProblem =
  /** Only what is confirmed has terms to put into a contract. */
  | { kind: "not-confirmed" }
  /** The shop has no template yet. */
  | { kind: "no-template" }

/**
 * Makes the next version of a booking's contract, inside the transaction that confirms or changes the booking: the
 * template in force, filled with what was agreed, frozen with its lines, terms and SHA-256 (D26). A version that waits
 * for a signature is replaced by it; a signed one stays, and stays in force until this one is signed (D59).
 */
export async function addContractVersion(
  tx: Transaction,
  bookingId: BookingId,
  at: Date,
): Promise<Result<Contract, ContractProblem>> {
  // Locked, so that of two that change a booking at once the second counts on from the first.
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
  if (booking?.status !== "confirmed" || booking.agreement === null) return err({ kind: "not-confirmed" })
  const template = await readContractTemplate(null, tx)
  if (!template) return err({ kind: "no-template" })
  const [latest] = await tx
    .select({ version: max(contracts.version) })
    .from(contracts)
    .where(eq(contracts.bookingId, bookingId))
  const version = (latest?.version ?? 0) + 1
  // First: the deadline of the one that waited is not the new one's.
  await replaceWaiting(tx, bookingId, version, at)
  const facts = await factsOf(bookingId, at, tx)
  if (!facts) throw new Error(`Booking ${bookingId} was locked, then gone`)
  const content = fillTemplate(template.content, facts).text
  const [client] = await tx
    .select({ clientType: profiles.clientType })
    .from(profiles)
    .where(eq(profiles.id, booking.userId))
  const [contract] = await tx
    .insert(contracts)
    .values({
      bookingId,
      version,
      templateVersion: template.version,
      content,
      sha256: createHash("sha256").update(content, "utf8").digest("hex"),
      priceLines: booking.priceLines,
      total: booking.total,
      agreement: booking.agreement,
      booked: bookedState(booking),
      clientType: client?.clientType ?? null,
      createdAt: at,
    })
    .returning()
  if (!contract) throw new Error("Error creating contract")
  await addInstalments(tx, contract, booking.firstDay, at)
  await addEvidence(tx, contract.id, { kind: "made", details: { version, sha256: contract.sha256 } }, at)
  return ok(contract)
}

/** Whatever waits for a signature is replaced, by a later version or by the signed one that holds again. */
export async function replaceWaiting(tx: Transaction, bookingId: BookingId, by: number, at: Date): Promise<void> {
  const replaced = await tx
    .update(contracts)
    .set({ status: "replaced" })
    .where(and(eq(contracts.bookingId, bookingId), inArray(contracts.status, ["prepared", "sent"])))
    .returning({ id: contracts.id })
  for (const { id } of replaced) await addEvidence(tx, id, { kind: "replaced", details: { version: by } }, at)
}

/** What a version keeps of its booking (D59). */
export function bookedState(booking: Omit<BookedState, "version">): BookedState {
  const { options, photoPacks, photoPackPrice, photoPackQuantity } = booking
  const { isDelivery, address, distance, distanceToConfirm, deliveryFee } = booking
  return {
    version: 1,
    ...periodOf(booking),
    options,
    photoPacks,
    photoPackPrice,
    photoPackQuantity,
    isDelivery,
    address,
    distance,
    distanceToConfirm,
    deliveryFee,
  }
}

/** Whether a version says what its booking is. One that was made before versions kept their booking is judged by its price. */
export function matchesBooking(contract: Contract, booking: Booking): boolean {
  return (
    isDeepStrictEqual(contract.priceLines, booking.priceLines) &&
    isDeepStrictEqual(contract.agreement, booking.agreement) &&
    (contract.booked === null || isDeepStrictEqual(contract.booked, bookedState(booking)))
  )
}

/** The version that the parties are held to, and the one that waits for a signature; either may be missing (D59). */
export async function liveContracts(
  executor: Executor,
  bookingId: BookingId,
): Promise<{ signed: Contract | null; waiting: Contract | null }> {
  const rows = await executor
    .select()
    .from(contracts)
    .where(and(eq(contracts.bookingId, bookingId), inArray(contracts.status, ["prepared", "sent", "signed"])))
    .orderBy(desc(contracts.version))
  const signed = rows.find(({ status }) => status === "signed") ?? null
  const waiting = rows.find(({ status }) => status !== "signed") ?? null
  return { signed, waiting }
}

/** Every version of a booking's contract, the first one first. */
export async function contractVersions(bookingId: BookingId, executor: Executor = db): Promise<Contract[]> {
  return executor.select().from(contracts).where(eq(contracts.bookingId, bookingId)).orderBy(asc(contracts.version))
}

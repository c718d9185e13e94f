import { createHash } from "node:crypto"
import { and, asc, eq, inArray, max } from "drizzle-orm"
import { fillTemplate } from "../../domain/content/legal-template.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Executor, type Transaction, db } from "../database.server.ts"
import { bookings, contracts } from "../schema/bookings.ts"
import { factsOf, readContractTemplate } from "./template.ts"

export type Contract = typeof contracts.$inferSelect

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
  bookingId: string,
  at: Date,
): Promise<Result<Contract, ContractProblem>> {
  // Locked, so that of two that change a booking at once the second counts on from the first.
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
  if (booking?.status !== "confirmed" || booking.agreement === null) return err({ kind: "not-confirmed" })
  const template = await readContractTemplate(null, tx)
  const facts = template && (await factsOf(bookingId, at, tx))
  if (!template || !facts) return err({ kind: "no-template" })
  const content = fillTemplate(template.content, facts).text
  await tx
    .update(contracts)
    .set({ status: "replaced" })
    .where(and(eq(contracts.bookingId, bookingId), inArray(contracts.status, ["prepared", "sent"])))
  const [latest] = await tx
    .select({ version: max(contracts.version) })
    .from(contracts)
    .where(eq(contracts.bookingId, bookingId))
  const [contract] = await tx
    .insert(contracts)
    .values({
      bookingId,
      version: (latest?.version ?? 0) + 1,
      templateVersion: template.version,
      content,
      sha256: createHash("sha256").update(content, "utf8").digest("hex"),
      priceLines: booking.priceLines,
      total: booking.total,
      agreement: booking.agreement,
      createdAt: at,
    })
    .returning()
  if (!contract) throw new Error("Error creating contract")
  return ok(contract)
}

/** Every version of a booking's contract, the first one first. */
export async function contractVersions(bookingId: string, executor: Executor = db): Promise<Contract[]> {
  return executor.select().from(contracts).where(eq(contracts.bookingId, bookingId)).orderBy(asc(contracts.version))
}

import { randomUUID } from "node:crypto"
import { and, eq, isNull, lt, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { apiAnswers } from "../../platform/schema/api-keys.ts"

/** The claim commits before the act, the answer with it: a crashed request can be claimed again. */

export type IdempotentRequest = { keyId: Id; name: string; requestDigest: string }
type Claim = { keyId: Id; name: string; claim: Id }
export type StoredAnswer = { status: number; body: string }

type ClaimResult =
  | { kind: "begun"; claim: Claim }
  | { kind: "answered"; answer: StoredAnswer }
  | { kind: "another" }
  | { kind: "running" }

export const ANSWER_RETENTION_HOURS = 24
/** Longer than any request: statements time out after 15 s, idle transactions after 30. */
const RUNNING_SECONDS = 60

const secondsBefore = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000)

export async function claimRequest({ keyId, name, requestDigest }: IdempotentRequest, at: Date): Promise<ClaimResult> {
  const claim = randomUUID()
  const claimValues = { requestDigest, claim, begunAt: at, status: null, body: null }
  const isAbandoned = and(
    isNull(apiAnswers.status),
    eq(apiAnswers.requestDigest, requestDigest),
    lt(apiAnswers.begunAt, secondsBefore(at, RUNNING_SECONDS)),
  )
  const [claimed] = await db
    .insert(apiAnswers)
    .values({ keyId, name, ...claimValues })
    .onConflictDoUpdate({
      target: [apiAnswers.keyId, apiAnswers.name],
      set: claimValues,
      setWhere: sql`${lt(apiAnswers.begunAt, secondsBefore(at, ANSWER_RETENTION_HOURS * 3600))} or ${isAbandoned}`,
    })
    .returning({ claim: apiAnswers.claim })
  if (claimed) return { kind: "begun", claim: { keyId, name, claim } }
  const [existing] = await db
    .select()
    .from(apiAnswers)
    .where(and(eq(apiAnswers.keyId, keyId), eq(apiAnswers.name, name)))
  if (!existing) return { kind: "running" }
  if (existing.requestDigest !== requestDigest) return { kind: "another" }
  const { status, body } = existing
  return status === null || body === null ? { kind: "running" } : { kind: "answered", answer: { status, body } }
}

/** Rolls the act back: another process has claimed the request. */
export class ClaimLost extends Error {
  override name = "ClaimLost"
}

/** Call it in the act's transaction. Throws `ClaimLost`. */
export async function storeAnswer(executor: Executor, claim: Claim, { status, body }: StoredAnswer): Promise<void> {
  const { rowCount } = await executor.update(apiAnswers).set({ status, body }).where(isRunning(claim))
  if (rowCount !== 1) throw new ClaimLost()
}

/** Keeps an answer that was committed all the same. */
export async function releaseClaim(claim: Claim): Promise<void> {
  await db.delete(apiAnswers).where(isRunning(claim))
}

export async function deleteExpiredAnswers(at: Date): Promise<number> {
  const { rowCount } = await db
    .delete(apiAnswers)
    .where(lt(apiAnswers.begunAt, secondsBefore(at, ANSWER_RETENTION_HOURS * 3600)))
  return rowCount ?? 0
}

function isRunning({ keyId, name, claim }: Claim) {
  return and(
    eq(apiAnswers.keyId, keyId),
    eq(apiAnswers.name, name),
    eq(apiAnswers.claim, claim),
    isNull(apiAnswers.status),
  )
}

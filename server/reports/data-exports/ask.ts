import { and, desc, eq, gt, isNull, lt, or } from "drizzle-orm"
import { isId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Visitor, actorOf } from "../../accounts/auth/visitor.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { dataExports } from "../../platform/schema/accounts.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { EXPORT_BUCKET } from "./erase.ts"

export type DataExport = Pick<
  typeof dataExports.$inferSelect,
  "id" | "state" | "progress" | "bytes" | "askedAt" | "readyAt" | "endsAt"
>

/**
 * Who is signed in asks for a copy of their data; a job makes it. One at a time: asked again meanwhile, the answer is
 * the one that is being made.
 */
export async function askForExport(
  visitor: Visitor,
  at: Date = new Date(),
): Promise<Result<null, { kind: "throttled"; retryAfterSeconds: number }>> {
  const { user } = visitor
  if ((await latestExport(visitor, at))?.state === "waiting") return ok(null)
  // One whose job has died makes room.
  await db
    .update(dataExports)
    .set({ state: "failed" })
    .where(
      and(eq(dataExports.userId, user.id), eq(dataExports.state, "waiting"), lt(dataExports.askedAt, lostBefore(at))),
    )
  const admission = await throttle(user.id, policies.dataExport, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  await transaction(async (tx) => {
    const [asked] = await tx
      .insert(dataExports)
      .values({ userId: user.id, askedAt: at })
      .onConflictDoNothing()
      .returning({ id: dataExports.id })
    // Pressed twice at once: the first press is being served.
    if (!asked) return
    await enqueue(tx, "export-data", { exportId: asked.id })
    await recordEvent(tx, {
      by: actorOf(visitor),
      action: "person.data-exported",
      subject: user.id,
      details: { export: asked.id },
      at,
    })
  })
  return ok(null)
}

/** The last copy that somebody asked for, while it can be fetched; null for none. */
export async function latestExport({ user }: Visitor, at: Date): Promise<DataExport | null> {
  const { id, state, progress, bytes, askedAt, readyAt, endsAt } = dataExports
  const [latest] = await db
    .select({ id, state, progress, bytes, askedAt, readyAt, endsAt })
    .from(dataExports)
    .where(and(eq(dataExports.userId, user.id), or(isNull(endsAt), gt(endsAt, at))))
    .orderBy(desc(askedAt))
    .limit(1)
  if (!latest) return null
  return latest.state === "waiting" && latest.askedAt < lostBefore(at) ? { ...latest, state: "failed" } : latest
}

/** A copy takes seconds; the queue gives it up within half an hour. */
function lostBefore(at: Date): Date {
  return new Date(at.getTime() - 30 * 60_000)
}

/** The file of one's own copy; null for another's, and for one that is not there, or not any more. */
export async function openExport(
  visitor: Visitor,
  id: string,
  at: Date = new Date(),
): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null> {
  if (!isId(id)) return null
  const [found] = await db
    .select({ fileKey: dataExports.fileKey })
    .from(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.userId, visitor.user.id), gt(dataExports.endsAt, at)))
  if (!found?.fileKey) return null
  const file = await (await storage()).get(EXPORT_BUCKET, found.fileKey)
  if (file)
    await recordEvent(db, {
      by: actorOf(visitor),
      action: "person.export-fetched",
      subject: visitor.user.id,
      details: { export: id },
      at,
    })
  return file
}

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

/** Returns the running export instead of starting a second one. */
export async function requestExport(
  visitor: Visitor,
  at: Date = new Date(),
): Promise<Result<null, { kind: "throttled"; retryAfterSeconds: number }>> {
  const { user } = visitor
  if ((await findLatestExport(visitor, at))?.state === "waiting") return ok(null)
  await db
    .update(dataExports)
    .set({ state: "failed" })
    .where(
      and(eq(dataExports.userId, user.id), eq(dataExports.state, "waiting"), lt(dataExports.askedAt, lostBefore(at))),
    )
  const admission = await throttle(user.id, policies.dataExport, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  await transaction(async (tx) => {
    const [inserted] = await tx
      .insert(dataExports)
      .values({ userId: user.id, askedAt: at })
      .onConflictDoNothing()
      .returning({ id: dataExports.id })
    if (!inserted) return
    await enqueue(tx, "export-data", { exportId: inserted.id })
    await recordEvent(tx, {
      by: actorOf(visitor),
      action: "person.data-exported",
      subject: user.id,
      details: { export: inserted.id },
      at,
    })
  })
  return ok(null)
}

export async function findLatestExport({ user }: Visitor, at: Date): Promise<DataExport | null> {
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

function lostBefore(at: Date): Date {
  return new Date(at.getTime() - 30 * 60_000)
}

export async function openExport(
  visitor: Visitor,
  id: string,
  at: Date = new Date(),
): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null> {
  if (!isId(id)) return null
  const [row] = await db
    .select({ fileKey: dataExports.fileKey })
    .from(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.userId, visitor.user.id), gt(dataExports.endsAt, at)))
  if (!row?.fileKey) return null
  const file = await (await storage()).get(EXPORT_BUCKET, row.fileKey)
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

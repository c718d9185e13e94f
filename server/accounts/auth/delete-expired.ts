import { lt } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import { db } from "../../platform/database.server.ts"
import {
  emailChanges,
  mailLinks,
  passkeyChallenges,
  pendingSignIns,
  sessions,
  throttles,
} from "../../platform/schema/accounts.ts"

export async function deleteExpired(at: Date): Promise<{ sessions: number; counters: number; links: number }> {
  const deletedSessions = await db.delete(sessions).where(lt(sessions.expiresAt, at))
  const counters = await db.delete(throttles).where(lt(throttles.windowEndsAt, at))
  const linksBefore = new Date(at.getTime() - periods.endedLinkDays * 24 * 60 * 60 * 1000)
  const links = await db.delete(mailLinks).where(lt(mailLinks.expiresAt, linksBefore))
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, linksBefore))
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, at))
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, at))
  return { sessions: deletedSessions.rowCount ?? 0, counters: counters.rowCount ?? 0, links: links.rowCount ?? 0 }
}

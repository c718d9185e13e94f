import { and, asc, eq, gte } from "drizzle-orm"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { daysOff } from "../../platform/schema/day.ts"

type DaysOff = { id: Id; firstDay: Day; lastDay: Day }

export async function listDaysOff(person: ProfileId, at: Date, executor: Executor = db): Promise<DaysOff[]> {
  return executor
    .select({ id: daysOff.id, firstDay: daysOff.firstDay, lastDay: daysOff.lastDay })
    .from(daysOff)
    .where(and(eq(daysOff.personId, person), gte(daysOff.lastDay, dayInParis(at))))
    .orderBy(asc(daysOff.firstDay))
}

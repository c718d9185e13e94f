import { and, eq, gte } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { availableDates } from "../platform/schema/availability.ts"

export async function readClosedDays(
  productId: ProductId,
  since: Day,
  executor: Executor = db,
): Promise<ReadonlySet<Day>> {
  const rows = await executor
    .select({ date: availableDates.date })
    .from(availableDates)
    .where(
      and(
        eq(availableDates.productId, productId),
        gte(availableDates.date, since),
        eq(availableDates.isAvailable, false),
      ),
    )
  return new Set(rows.map(({ date }) => date))
}

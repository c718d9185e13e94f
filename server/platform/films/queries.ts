import { inArray } from "drizzle-orm"
import { type Executor, db } from "../database.server.ts"
import { films } from "../schema/content.ts"

export type FilmRow = typeof films.$inferSelect

/** The films at these addresses, by address; null and unknown ones are left out. */
export async function filmsByUrl(
  urls: readonly (string | null | undefined)[],
  executor: Executor = db,
): Promise<Map<string, FilmRow>> {
  const wanted = [...new Set(urls)].filter((url) => typeof url === "string")
  if (wanted.length === 0) return new Map()
  const rows = await executor.select().from(films).where(inArray(films.url, wanted))
  return new Map(rows.map((row) => [row.url, row]))
}

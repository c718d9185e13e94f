import { inArray } from "drizzle-orm"
import { type Executor, db } from "../database.server.ts"
import { films } from "../schema/content.ts"

export type FilmRow = typeof films.$inferSelect

export async function findFilmsByUrl(
  urls: readonly (string | null | undefined)[],
  executor: Executor = db,
): Promise<Map<string, FilmRow>> {
  const requested = [...new Set(urls)].filter((url) => typeof url === "string")
  if (requested.length === 0) return new Map()
  const rows = await executor.select().from(films).where(inArray(films.url, requested))
  return new Map(rows.map((row) => [row.url, row]))
}

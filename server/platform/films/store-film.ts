import { type Result, ok, err } from "../../../domain/result.ts"
import { db } from "../database.server.ts"
import { type Place } from "../images/store-image.ts"
import { fileUrl, newPath } from "../images/names.ts"
import { log } from "../log.ts"
import { films } from "../schema/content.ts"
import { storage as currentStorage } from "../storage/current.server.ts"
import { StorageFull, StorageUnavailable } from "../storage/storage.ts"
import { QueueFull, limitConcurrency } from "../limit-concurrency.ts"
import type { FilmRow } from "./queries.ts"
import { readFilm } from "./read-film.ts"
import type { FilmProblem } from "./refusals.ts"

const CACHE = "public, max-age=31536000, immutable"

const uploadSlot = limitConcurrency(1, 4)

export async function storeFilm({
  body,
  bucket,
  folder,
}: Place & { body: Uint8Array }): Promise<Result<FilmRow, FilmProblem>> {
  try {
    return await uploadSlot(async () => {
      const accepted = await readFilm(body)
      if (!accepted.ok) return refusal(accepted.error)
      const { width, height, seconds, body: cleaned } = accepted.value
      const mimetype = "video/mp4" as const
      const storage = await currentStorage()
      const path = newPath(folder, "mp4")
      await storage.put({ bucket, path, body: cleaned, contentType: mimetype, cacheControl: CACHE })
      const row = {
        url: fileUrl(bucket, path),
        bucket,
        path,
        mimetype,
        size: cleaned.byteLength,
        width,
        height,
        seconds,
      }
      try {
        const [stored] = await db.insert(films).values(row).returning()
        if (!stored) throw new Error("The row of a film was not returned")
        return ok(stored)
      } catch (error) {
        await storage.remove(bucket, path).catch(() => undefined)
        throw error
      }
    })
  } catch (error) {
    if (error instanceof QueueFull) return refusal("busy")
    if (error instanceof StorageFull) return refusal("storage-full", error)
    if (error instanceof StorageUnavailable) return refusal("storage-unavailable", error)
    return refusal("not-recorded", error)
  }
}

function refusal(problem: FilmProblem, error?: unknown): Result<never, FilmProblem> {
  if (error) log.error("Failed to upload a film", { error })
  else log.info("A film was refused", { problem })
  return err(problem)
}

import { type Result, err } from "../../../domain/result.ts"
import { readUntrusted, defineReader } from "../untrusted/read.ts"
import type { AcceptedFilm, acceptFilm } from "./accept.ts"
import type { FilmProblem } from "./refusals.ts"

const filmReader = defineReader<typeof acceptFilm>("server/platform/films/accept.ts", "acceptFilm")

/** Read in a worker: 20 MB may hold ten million boxes. */
export async function readFilm(body: Uint8Array): Promise<Result<AcceptedFilm, FilmProblem>> {
  const result = await readUntrusted(filmReader, [body])
  return result.ok ? result.value : err("damaged")
}

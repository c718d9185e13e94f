import { type Result, err } from "../../../domain/result.ts"
import { readUntrusted, readerIn } from "../untrusted/read.ts"
import type { AcceptedFilm, acceptFilm } from "./accept.ts"
import type { FilmProblem } from "./refusals.ts"

const filmReader = readerIn<typeof acceptFilm>("server/platform/films/accept.ts", "acceptFilm")

/** A film of 20 MB may consist of ten million parts. */
export async function readFilm(body: Uint8Array): Promise<Result<AcceptedFilm, FilmProblem>> {
  const read = await readUntrusted(filmReader, [body])
  return read.ok ? read.value : err("damaged")
}

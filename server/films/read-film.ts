import { type Result, err } from "../../domain/result.ts"
import { readUntrusted } from "../untrusted/read.ts"
import type { AcceptedFilm } from "./accept.ts"
import type { FilmProblem } from "./refusals.ts"

/** A film of 20 MB may consist of ten million parts. */
export async function readFilm(body: Uint8Array): Promise<Result<AcceptedFilm, FilmProblem>> {
  const read = await readUntrusted("film", body)
  return read.ok ? read.value : err("damaged")
}

import { type Result, ok, err } from "../../../domain/result.ts"
import { DamagedFilm, type FilmFacts, UnplayableFilm, isMp4, cleanMp4 } from "./mp4.ts"
import { type FilmProblem, MAX_FILM_BYTES } from "./refusals.ts"

export type AcceptedFilm = FilmFacts & { body: Uint8Array }

/** Trusts the content, never the name. */
export function acceptFilm(upload: Uint8Array): Result<AcceptedFilm, FilmProblem> {
  if (upload.byteLength === 0) return err("missing")
  if (upload.byteLength > MAX_FILM_BYTES) return err("too-large")
  // A Buffer's slice would share its bytes.
  const body = new Uint8Array(upload)
  try {
    return isMp4(body) ? ok({ ...cleanMp4(body), body }) : err("not-a-film")
  } catch (error) {
    if (error instanceof UnplayableFilm) return err(error.problem)
    if (error instanceof DamagedFilm || error instanceof RangeError) return err("damaged")
    throw error
  }
}

import { type Result, ok, err } from "../../../domain/result.ts"
import { DamagedFilm, type FilmFacts, UnplayableFilm, isMp4, readMp4 } from "./mp4.ts"
import { type FilmProblem, MAX_FILM_BYTES } from "./refusals.ts"

export type AcceptedFilm = FilmFacts & { body: Uint8Array }

/**
 * Takes a film that a person uploads, judged by its content and never by its name: an MP4 of at most 20 MB, whole,
 * with pictures that every browser of today plays. What comes out says nothing of where and by whom it was made.
 */
export function acceptFilm(sent: Uint8Array): Result<AcceptedFilm, FilmProblem> {
  if (sent.byteLength === 0) return err("missing")
  if (sent.byteLength > MAX_FILM_BYTES) return err("too-large")
  // A Buffer's slice would share its bytes.
  const body = new Uint8Array(sent)
  try {
    return isMp4(body) ? ok({ ...readMp4(body), body }) : err("not-a-film")
  } catch (error) {
    if (error instanceof UnplayableFilm) return err(error.problem)
    // A read beyond the end is a film that is cut short.
    if (error instanceof DamagedFilm || error instanceof RangeError) return err("damaged")
    throw error
  }
}

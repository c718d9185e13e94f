/** What a film says of itself. */
export type FilmFacts = {
  mimetype: "video/mp4" | "video/webm"
  extension: "mp4" | "webm"
  /** As it is shown, in pixels. */
  width: number
  height: number
  /** Null when the file does not say how long it lasts. */
  seconds: number | null
}

/** Thrown while a film is read: it is cut short, or contradicts itself. */
export class DamagedFilm extends Error {
  constructor(what: string) {
    super(`The film is damaged: ${what}`)
    this.name = "DamagedFilm"
  }
}

/** Thrown while a film is read: it is whole, and not one that every browser plays. */
export class UnplayableFilm extends Error {
  readonly problem: "format" | "codec" | "no-picture"
  constructor(problem: "format" | "codec" | "no-picture") {
    super(`The film cannot be played everywhere: ${problem}`)
    this.name = "UnplayableFilm"
    this.problem = problem
  }
}

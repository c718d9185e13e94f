import { describe, expect, test } from "vitest"
import { acceptFilm } from "./accept.ts"
import { mp4 } from "./films.fixture.ts"
import { MAX_FILM_BYTES } from "./refusals.ts"

const readProblem = (body: Uint8Array) => {
  const accepted = acceptFilm(body)
  return accepted.ok ? null : accepted.error
}

describe("an uploaded film", () => {
  test("the film's type, size and length are read from its content", () => {
    expect(acceptFilm(mp4())).toMatchObject({
      ok: true,
      value: { width: 640, height: 360, seconds: 12.5 },
    })
  })

  test("a film from an upright phone is upright", () => {
    expect(acceptFilm(mp4({ turned: true }))).toMatchObject({ value: { width: 360, height: 640 } })
  })

  test("a film whose recorder did not know its length is accepted", () => {
    expect(acceptFilm(mp4({ seconds: 0 }))).toMatchObject({ ok: true, value: { width: 640, seconds: null } })
  })

  test("the film loses its location, and nothing else moves", () => {
    const uploaded = mp4()
    const accepted = acceptFilm(uploaded)
    if (!accepted.ok) throw new Error(accepted.error)
    const { body } = accepted.value
    expect(body.byteLength).toBe(uploaded.byteLength)
    expect(Buffer.from(body).includes("+48.85")).toBe(false)
    // The sender's bytes stay unchanged; only the copy is edited.
    expect(uploaded.includes("+48.85")).toBe(true)
    // The result is still a film, with nothing left to remove.
    expect(acceptFilm(body)).toMatchObject({ ok: true, value: { body } })
  })

  test("the film keeps its pictures, and loses its location track", () => {
    const uploaded = mp4({ places: "N48.85 E2.35" })
    expect(uploaded.includes("N48.85 E2.35")).toBe(true)
    const accepted = acceptFilm(uploaded)
    if (!accepted.ok) throw new Error(accepted.error)
    const bytes = Buffer.from(accepted.value.body)
    expect([bytes.length, bytes.includes("pictures\0\0\0\0"), bytes.includes("N48"), bytes.includes("2.35")]).toEqual([
      uploaded.length,
      true,
      false,
      false,
    ])
  })

  test("a file of another kind, or a film too large, is refused", () => {
    expect(readProblem(Buffer.from("\x89PNG\r\n\x1a\n and no film"))).toBe("not-a-film")
    expect(readProblem(Buffer.from("1a45dfa3874282847765626d", "hex")), "a WebM").toBe("not-a-film")
    expect(readProblem(Buffer.from("<script>alert(1)</script>"))).toBe("not-a-film")
    expect(readProblem(Buffer.alloc(0))).toBe("missing")
    expect(readProblem(Buffer.alloc(MAX_FILM_BYTES + 1))).toBe("too-large")
  })

  test("a film that some browsers cannot play is refused", () => {
    expect(readProblem(mp4({ codec: "hvc1" }))).toBe("codec")
    expect(readProblem(mp4({ brand: "qt  " }))).toBe("format")
    expect(readProblem(mp4({ brand: "avif" }))).toBe("format")
    expect(readProblem(mp4({ handler: "soun" }))).toBe("no-picture")
  })

  test("a film truncated anywhere is refused", () => {
    const whole = mp4()
    for (let length = 1; length < whole.length; length++)
      expect(acceptFilm(whole.subarray(0, length)), `${length} bytes`).toMatchObject({ ok: false })
  })

  test("no input crashes the parser", () => {
    const whole = mp4()
    for (let at = 0; at < whole.length; at++) {
      for (const byte of [0, 0xff]) {
        const broken = Buffer.from(whole)
        broken[at] = byte
        expect(() => acceptFilm(broken)).not.toThrow()
      }
    }
  })
})

import { describe, expect, test } from "vitest"
import { acceptFilm } from "./accept.ts"
import { mp4 } from "./films.fixture.ts"
import { MAX_FILM_BYTES } from "./refusals.ts"

const problemOf = (body: Uint8Array) => {
  const accepted = acceptFilm(body)
  return accepted.ok ? null : accepted.error
}

describe("A film that is sent", () => {
  test("is known by its content: what it is, how large, how long", () => {
    expect(acceptFilm(mp4())).toMatchObject({
      ok: true,
      value: { width: 640, height: 360, seconds: 12.5 },
    })
  })

  test("of a telephone held upright stands upright", () => {
    expect(acceptFilm(mp4({ turned: true }))).toMatchObject({ value: { width: 360, height: 640 } })
  })

  test("of a recorder that did not know how long it would last is taken all the same", () => {
    expect(acceptFilm(mp4({ seconds: 0 }))).toMatchObject({ ok: true, value: { width: 640, seconds: null } })
  })

  test("loses what says where it was made, and nothing else moves", () => {
    const sent = mp4()
    const accepted = acceptFilm(sent)
    if (!accepted.ok) throw new Error(accepted.error)
    const { body } = accepted.value
    expect(body.byteLength).toBe(sent.byteLength)
    expect(Buffer.from(body).includes("+48.85")).toBe(false)
    // What was sent is the sender's: only the copy is changed.
    expect(sent.includes("+48.85")).toBe(true)
    // It is still a film, and there is nothing left to empty.
    expect(acceptFilm(body)).toMatchObject({ ok: true, value: { body } })
  })

  test("keeps its pictures, and nothing of where it was each second", () => {
    const sent = mp4({ places: "N48.85 E2.35" })
    expect(sent.includes("N48.85 E2.35")).toBe(true)
    const taken = acceptFilm(sent)
    if (!taken.ok) throw new Error(taken.error)
    const kept = Buffer.from(taken.value.body)
    expect([kept.length, kept.includes("pictures\0\0\0\0"), kept.includes("N48"), kept.includes("2.35")]).toEqual([
      sent.length,
      true,
      false,
      false,
    ])
  })

  test("is refused when it is something else, or too much", () => {
    expect(problemOf(Buffer.from("\x89PNG\r\n\x1a\n and no film"))).toBe("not-a-film")
    expect(problemOf(Buffer.from("1a45dfa3874282847765626d", "hex")), "a WebM").toBe("not-a-film")
    expect(problemOf(Buffer.from("<script>alert(1)</script>"))).toBe("not-a-film")
    expect(problemOf(Buffer.alloc(0))).toBe("missing")
    expect(problemOf(Buffer.alloc(MAX_FILM_BYTES + 1))).toBe("too-large")
  })

  test("is refused when not every browser plays it", () => {
    expect(problemOf(mp4({ codec: "hvc1" }))).toBe("codec")
    expect(problemOf(mp4({ brand: "qt  " }))).toBe("format")
    expect(problemOf(mp4({ brand: "avif" }))).toBe("format")
    expect(problemOf(mp4({ handler: "soun" }))).toBe("no-picture")
  })

  test("is refused when it is cut short, wherever", () => {
    const whole = mp4()
    for (let length = 1; length < whole.length; length++)
      expect(acceptFilm(whole.subarray(0, length)), `${length} bytes`).toMatchObject({ ok: false })
  })

  test("never breaks what reads it", () => {
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

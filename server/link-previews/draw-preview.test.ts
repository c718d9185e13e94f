import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { sharp } from "../images/sharp.ts"
import faceData from "./display-face.data.json" with { type: "json" }
import { drawPreview } from "./draw-preview.ts"
import { type DisplayFace, fitted, pathOf, widthOf } from "./draw-text.ts"

const face = faceData as unknown as DisplayFace
const words = {
  companyName: "Guinguette",
  title: "Photomaton en bois",
  note: "À partir de 250€",
  caption: "Photo non contractuelle",
}
const print = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#0000ff" } })
  .png()
  .toBuffer()

describe("The face that titles are drawn in", () => {
  test("has every letter that French is written with, each with an outline", () => {
    const french =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÀÂÇÉÈÊËÎÏÔÙÛÜŒÆàâçéèêëîïôùûüœæ’«»–-,.:;!?()€&%+/"
    expect([...french].filter((letter) => !face.glyphs[letter]?.[1])).toEqual([])
  })

  test("sets pairs closer that would gape", () => {
    const alone = widthOf(face, "A", 100) + widthOf(face, "V", 100)
    expect(widthOf(face, "AV", 100)).toBeLessThan(alone)
  })

  test("measures what it draws", () => {
    const furthest = (path: string) => Math.max(...[...path.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)))
    const width = widthOf(face, "Guinguette", 100)
    expect(Math.abs(furthest(pathOf(face, "Guinguette", 100, 0, 0)) - width)).toBeLessThan(12)
    expect(
      furthest(pathOf(face, "Guinguette", 100, 50, 0)) - furthest(pathOf(face, "Guinguette", 100, 0, 0)),
    ).toBeCloseTo(50, 0)
  })

  test("draws the letters of other languages without their accents, and leaves out what it cannot draw", () => {
    expect(pathOf(face, "Şarkı", 40, 0, 0)).toBe(pathOf(face, "Sark", 40, 0, 0))
    expect(pathOf(face, "Bal\u00A0🎉\u202Fici", 40, 0, 0)).toBe(pathOf(face, "Bal ici", 40, 0, 0))
    expect(pathOf(face, '"><script>', 40, 0, 0)).not.toContain("<")
  })
})

describe("A title", () => {
  const sizes = [88, 66, 50]

  test("is as large as fits", () => {
    expect(fitted(face, "Photomaton en bois", 500, 3, sizes)).toEqual({ size: 88, lines: ["Photomaton", "en bois"] })
    expect(
      fitted(face, "Plateforme rotative à trois cent soixante degrés pour l’été", 500, 3, sizes).size,
    ).toBeLessThan(88)
  })

  test("never runs over its place, however long it is", () => {
    for (const text of ["Anticonstitutionnellement", "mot ".repeat(80), "W".repeat(200), "", "🎉"]) {
      const { size, lines } = fitted(face, text, 500, 3, sizes)
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect(widthOf(face, line, size)).toBeLessThanOrEqual(500)
    }
  })

  test("that is cut ends with an ellipsis", () => {
    expect(fitted(face, "mot ".repeat(80), 500, 3, sizes).lines[2]).toMatch(/…$/)
  })
})

describe("A link preview", () => {
  const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

  test("is a JPEG of 1200 × 630 that is not heavy", async () => {
    const bytes = await drawPreview({ ...words, picture: print })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(300_000)
  })

  test("shows the picture in its print, and a drawing of the house without one", async () => {
    const blueness = async (picture: Buffer | null) => {
      const { data } = await sharp(await drawPreview({ ...words, picture }))
        .extract({ left: 880, top: 300, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [...data]
    }
    const [red = 255, , blue = 0] = await blueness(print)
    expect(blue).toBeGreaterThan(200)
    expect(red).toBeLessThan(60)
    const [, , without = 255] = await blueness(null)
    expect(without).toBeLessThan(200)
  })

  test("says what it is given: another name is another picture, the same is the same", async () => {
    const first = hash(await drawPreview({ ...words, picture: null }))
    expect(hash(await drawPreview({ ...words, picture: null }))).toBe(first)
    expect(hash(await drawPreview({ ...words, title: "Miroir magique", picture: null }))).not.toBe(first)
  })

  test("stands whatever the owner has typed", async () => {
    const odd = { companyName: '<b>&"', title: "</svg><script>", note: "\u0000\uFFFE", caption: "&amp;" }
    expect(await sharp(await drawPreview({ ...odd, picture: null })).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    })
  })
})

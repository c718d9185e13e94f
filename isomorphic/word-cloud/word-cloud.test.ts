import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { contentWords } from "./content-words.ts"
import { type Box, wordBox } from "./word-box.ts"
import { type Cloud, type CloudWord, buildCloud } from "./word-cloud.ts"

const about = `
# Une guinguette, un appareil, vos invités
Nous louons des photobooths pour les mariages, les anniversaires et les soirées d’entreprise, à Paris et en Île-de-France.
- **La simplicité** : vous choisissez une date, nous livrons, nous installons, vous dansez.
- **La qualité** : lumière douce, imprimante thermique, papier épais, élégance, confiance, partage, émotion, convivialité.
Transparence des tarifs, respect des horaires, savoir-faire français, sur-mesure, proximité, souvenirs imprimés.`

const letters = "abcdefghijklmnopqrstuvwxyzàâçéèêëîïôùûœ"
const someWords = fc.array(
  fc.string({ unit: fc.constantFrom(...letters, ...letters.toUpperCase()), minLength: 1, maxLength: 18 }),
  { maxLength: 60 },
)
const someOptions = fc.record(
  {
    width: fc.integer({ min: 200, max: 1_400 }),
    smallest: fc.integer({ min: 10, max: 30 }),
    largest: fc.integer({ min: 30, max: 120 }),
    tones: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: [] },
)

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
const overlapping = (words: readonly CloudWord[]) =>
  words.flatMap((word, index) =>
    words
      .slice(index + 1)
      .filter((other) => overlap(wordBox(word), wordBox(other)))
      .map((other) => [word.text, other.text]),
  )
const outside = ({ words, width, height }: Cloud) =>
  words.filter((word) => {
    const box = wordBox(word)
    return box.left < 0 || box.top < 0 || box.left + box.width > width || box.top + box.height > height
  })

describe("the word cloud of the About page (sections 2 and 9)", () => {
  test("the cloud shows every distinct content word of the page once, in the order of the text", () => {
    const cloud = buildCloud(about)
    expect(cloud.words.map(({ text }) => text)).toEqual(contentWords(about))
    expect(cloud.words.length).toBeGreaterThan(35)
  })

  test("the cloud leaves out excluded words, however they are written", () => {
    const words = (without: string[]) =>
      buildCloud("Joie, bal, Marne, LED", { excluded: new Set(without) }).words.map((word) => word.text)
    expect(words(["bal", "led"])).toEqual(["joie", "Marne"])
    expect(words([])).toEqual(["joie", "bal", "Marne", "LED"])
  })

  test("the cloud has all the words of a long page, however many they are @R-about-cloud-words", () => {
    const long = Array.from({ length: 240 }, (_, index) => `mot${index}`).join(" ")
    expect(buildCloud(long, { width: 1_100 }).words).toHaveLength(240)
    const { words } = buildCloud(long, { width: 360 })
    expect(words).toHaveLength(240)
    // The smallest words are placed last, where a missed gap would show.
    const last = words.toSorted((a, b) => a.size - b.size).slice(0, 60)
    expect(overlapping(last)).toEqual([])
  })

  test("the cloud has words of several sizes, in every colour, horizontal and vertical @R-about-cloud-look", () => {
    const { words } = buildCloud(about)
    expect(new Set(words.map(({ size }) => size)).size).toBeGreaterThan(8)
    expect(new Set(words.map(({ tone }) => tone))).toEqual(new Set([0, 1, 2, 3]))
    expect(new Set(words.map(({ rotation }) => rotation))).toEqual(new Set([0, 90]))
  })

  test("the cloud is wider than high on a desktop, and fits a phone", () => {
    const desk = buildCloud(about)
    expect(desk.width).toBeLessThanOrEqual(960)
    expect(desk.width).toBeGreaterThan(desk.height)
    const phone = buildCloud(about, { width: 360 })
    expect(phone.width).toBeLessThanOrEqual(360)
    expect(Math.min(...phone.words.map(({ size }) => size))).toBeGreaterThanOrEqual(14)
  })

  test("the cloud is packed: words cover at least half of it", () => {
    const { words, width, height } = buildCloud(about)
    const covered = words.map(wordBox).reduce((area, box) => area + box.width * box.height, 0)
    expect(covered / (width * height)).toBeGreaterThan(0.5)
  })

  test("a cloud of one word is that word at full size, with its margin", () => {
    const [word, ...others] = buildCloud("fête").words
    expect(others).toEqual([])
    expect(word).toMatchObject({ text: "fête", size: 72 })
    const { width, height } = buildCloud("fête")
    expect(word && wordBox(word)).toEqual({ left: 4, top: 4, width: width - 8, height: height - 8 })
  })

  test("the cloud never changes, to the unit: server and browser draw it separately @R-cloud-same", () => {
    const snapshot = ({ words, width, height }: Cloud) => [
      `${width} × ${height}`,
      ...words.map(
        ({ text, size, x, y, rotation, tone }) => `${text} ${size} at ${x}, ${y}, ${rotation}°, tone ${tone}`,
      ),
    ]
    const party =
      "Une fête au bord de la Marne : lumière, élégance, sourires, guinguette, photographies, joie, bal et convivialité."
    expect(snapshot(buildCloud(party, { width: 360 }))).toEqual([
      "329 × 142",
      "fête 19 at 5, 98, 90°, tone 3",
      "bord 22 at 195, 29, 90°, tone 1",
      "Marne 17 at 94.5, 54, 0°, tone 1",
      "lumière 15 at 88, 123, 0°, tone 0",
      "élégance 30 at 189, 130, 0°, tone 1",
      "sourires 15 at 258, 53, 0°, tone 2",
      "guinguette 14 at 314, 69, 90°, tone 2",
      "photographies 36 at 174.5, 91, 0°, tone 3",
      "joie 25 at 154, 50, 0°, tone 2",
      "bal 14 at 269, 119, 90°, tone 0",
      "convivialité 14 at 28, 83, 90°, tone 1",
    ])
    expect(snapshot(buildCloud("Fête, joie, bal, Marne, lumière"))).toEqual([
      "304 × 92",
      "fête 42 at 241, 46, 90°, tone 3",
      "joie 72 at 167, 70, 0°, tone 2",
      "bal 20 at 284, 34.5, 90°, tone 0",
      "Marne 27 at 49.5, 76, 0°, tone 1",
      "lumière 21 at 43.5, 47, 0°, tone 0",
    ])
  })

  test("the cloud is empty for a page without words", () => {
    expect(buildCloud("")).toEqual({ width: 0, height: 0, words: [] })
    expect(buildCloud("et de la, 2024 !")).toEqual({ width: 0, height: 0, words: [] })
  })

  test("the cloud shrinks a word that would not fit", () => {
    const [long] = buildCloud("anticonstitutionnellement", { width: 200, smallest: 60, largest: 80 }).words
    expect(long?.size).toBeLessThan(60)
  })
})

describe("any text by the owner", () => {
  test("no two words overlap, and none leaves the cloud", () => {
    fc.assert(
      fc.property(someWords, someOptions, (words, options) => {
        const cloud = buildCloud(words.join(" "), options)
        expect(overlapping(cloud.words)).toEqual([])
        expect(outside(cloud)).toEqual([])
        expect(cloud.width).toBeLessThanOrEqual(options.width ?? 960)
      }),
      { numRuns: 60 },
    )
  })

  test("the same words give the same cloud, each time and whatever their mark-up @R-cloud-same", () => {
    fc.assert(
      fc.property(someWords, someOptions, (words, options) => {
        const markdown = words.join(" ")
        expect(buildCloud(markdown, options)).toEqual(buildCloud(`**${markdown.split(" ").join("**, **")}**.`, options))
      }),
      { numRuns: 30 },
    )
  })

  test("a colour is one of the palette", () => {
    fc.assert(
      fc.property(someWords, fc.integer({ min: 1, max: 6 }), (words, tones) => {
        for (const { tone } of buildCloud(words.join(" "), { tones }).words)
          expect(tone >= 0 && tone < tones && Number.isInteger(tone)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test("overlapping words would be detected by this test", () => {
    const { words } = buildCloud(about)
    expect(overlapping(words.map((word) => ({ ...word, x: 100, y: 100 }))).length).toBeGreaterThan(0)
  })
})

describe("the box of a word", () => {
  test("the box is slightly wider than the word in the brand's fonts", () => {
    // Bricolage Grotesque at 650: "guinguette" is 4.92 em wide, "appareil" 3.69 em.
    const boxWidth = (text: string) => wordBox({ text, x: 0, y: 0, size: 100, rotation: 0 }).width
    expect(boxWidth("guinguette")).toBeGreaterThanOrEqual(492)
    expect(boxWidth("guinguette")).toBeLessThan(560)
    expect(boxWidth("appareil")).toBeGreaterThanOrEqual(369)
    expect(boxWidth("appareil")).toBeLessThan(420)
  })

  test("the box fits its letters: narrow and wide ones, accents above, descenders below, rounded up", () => {
    const boxRoom = (text: string, size = 100) => {
      const { width, height } = wordBox({ text, x: 0, y: 0, size, rotation: 0 })
      return [width, height]
    }
    for (const [text, width, height] of [
      ["il’", 96, 82],
      ["frt-", 168, 82],
      ["rôle", 193, 82],
      ["mw", 180, 62],
      ["ace", 174, 62],
      ["bd", 122, 82],
      ["gyp", 180, 82],
      ["BEF5", 272, 82],
      ["ACD", 246, 82],
      ["MŒ", 230, 98],
      ["ÉÇ", 150, 118],
    ] as const)
      expect([text, ...boxRoom(text)]).toEqual([text, width, height])
    expect(boxRoom("il", 15)).toEqual([10, 13])
  })

  test("the box turns about the middle of the baseline", () => {
    const word = { text: "jazz", x: 50, y: 40, size: 20 }
    const lying = wordBox({ ...word, rotation: 0 })
    const standing = wordBox({ ...word, rotation: 90 })
    expect([standing.width, standing.height]).toEqual([lying.height, lying.width])
    expect(lying.left + lying.width / 2).toBe(50)
    expect(standing.top + standing.height / 2).toBe(40)
    // After a clockwise turn, descenders point to the left.
    expect(50 - standing.left).toBe(lying.top + lying.height - 40)
  })
})

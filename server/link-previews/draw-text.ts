/** The letters of one face at one weight: advance and outline of each, in units of the em, y down from the baseline. */
export type DisplayFace = {
  unitsPerEm: number
  /** Width of a space. */
  space: number
  glyphs: Readonly<Record<string, readonly [advance: number, outline: string]>>
  /** What to add between the two letters of a pair. */
  kerning: Readonly<Record<string, number>>
}

/** As in app/styles: titles are set a little tighter, and their words a little wider. In em. */
const TRACKING = -0.017
const WORD_SPACING = 0.07

/** How wide a line of text is at that size, in pixels. */
export function widthOf(face: DisplayFace, text: string, size: number): number {
  return walk(face, text, size, () => undefined)
}

/** One line of text as an SVG path, its baseline starting at (x, y). Letters that the face lacks lose their accents, or are left out. */
export function pathOf(face: DisplayFace, text: string, size: number, x: number, y: number): string {
  const scale = size / face.unitsPerEm
  let path = ""
  walk(face, text, size, (outline, at) => {
    const placed = (number: string, index: number) =>
      String(Math.round((Number(number) * scale + (index % 2 === 0 ? x + at : y)) * 10) / 10)
    path += outline.replace(/([MLCZ])([^MLCZ]*)/g, (_, command: string, numbers: string) =>
      numbers === "" ? command : command + numbers.split(" ").map(placed).join(" "),
    )
  })
  return path
}

function walk(face: DisplayFace, text: string, size: number, draw: (outline: string, at: number) => void): number {
  const scale = size / face.unitsPerEm
  let at = 0
  let before = ""
  for (const letter of known(face, text)) {
    if (letter === " ") at += face.space * scale + (WORD_SPACING + TRACKING) * size
    const glyph = face.glyphs[letter]
    if (glyph) {
      at += (face.kerning[before + letter] ?? 0) * scale
      draw(glyph[1], at)
      at += glyph[0] * scale + TRACKING * size
    }
    before = letter
  }
  return Math.max(0, at)
}

/** The letters that can be drawn: any kind of space is a space, "ş" is "s" where the face has no "ş". */
function known(face: DisplayFace, text: string): string[] {
  const letters = [...text.normalize("NFC").replace(/\s/gu, " ")].flatMap((letter) => {
    if (letter === " " || Object.hasOwn(face.glyphs, letter)) return [letter]
    return [...letter.normalize("NFD")].filter((part) => Object.hasOwn(face.glyphs, part))
  })
  return letters.filter((letter, index) => letter !== " " || letters[index - 1] !== " ")
}

/**
 * The text in at most `lines` lines of `width` pixels, at the largest of `sizes` at which it fits; at the smallest,
 * what is left over ends with "…".
 */
export function fitted(
  face: DisplayFace,
  text: string,
  width: number,
  lines: number,
  sizes: readonly number[],
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const broken = brokenInto(face, text, size, width)
    if (broken.length <= lines && broken.every((line) => widthOf(face, line, size) <= width))
      return { size, lines: broken }
  }
  const size = sizes.at(-1) ?? 0
  const broken = brokenInto(face, text, size, width)
  const goesOn = (index: number) => index === lines - 1 && broken.length > lines
  const tooWide = (line: string) => widthOf(face, line, size) > width
  const shown = broken
    .slice(0, lines)
    .map((line, index) => (goesOn(index) || tooWide(line) ? cut(face, line, size, width) : line))
  return { size, lines: shown }
}

function brokenInto(face: DisplayFace, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/[ \n\t]+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(face, longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function cut(face: DisplayFace, line: string, size: number, width: number): string {
  let kept = line
  while (kept.length > 0 && widthOf(face, `${kept}…`, size) > width) kept = kept.slice(0, -1).trimEnd()
  return `${kept}…`
}

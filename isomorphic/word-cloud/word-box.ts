export type DrawnWord = {
  text: string
  x: number
  y: number
  size: number
  rotation: 0 | 90
}

export type Box = { left: number; top: number; width: number; height: number }

/** Uses rounded-up glyph widths, because nothing is measured in a browser. */
export function wordBox({ text, x, y, size, rotation }: DrawnWord): Box {
  const scaled = (hundredths: number) => Math.ceil((hundredths * size) / 100)
  const glyphs = [...text]
  const length = scaled(glyphs.reduce((total, glyph) => total + advanceOf(glyph), 0))
  const ascent = scaled(Math.max(...glyphs.map(ascentOf)))
  const descent = scaled(/[gjpqyçÿJQÇ]/u.test(text) ? 24 : 4)
  if (rotation === 0) return { left: x - length / 2, top: y - ascent, width: length, height: ascent + descent }
  return { left: x - descent, top: y - length / 2, width: ascent + descent, height: length }
}

const advances: readonly (readonly [glyphs: RegExp, advance: number])[] = [
  [/[ijlîïíIÎÏÍ1’]/u, 32],
  [/[frt-]/u, 42],
  [/[mwæ]/u, 90],
  [/[acekrsvxyzàâäáçéèêëÿJ]/u, 58],
  [/[a-zùûüúôöóñ]/u, 61],
  [/[BEFLPSTZÉÈÊË0-9]/u, 68],
  [/[A-LN-VX-ZÀÂÄÇÔÖÙÛÜ]/u, 82],
]
const MAX_ADVANCE = 115

function advanceOf(glyph: string): number {
  return advances.find(([glyphs]) => glyphs.test(glyph))?.[1] ?? MAX_ADVANCE
}

function ascentOf(glyph: string): number {
  if (/[acegmnopqrsuvwxyzçœæ-]/u.test(glyph)) return 58
  return /[\p{Ll}A-Z0-9’]/u.test(glyph) ? 78 : 94
}

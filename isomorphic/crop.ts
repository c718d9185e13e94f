/** A part of a picture, upright, in shares of its width and height: 0 is its left or top, 1 its right or bottom. */
export type Crop = { x: number; y: number; width: number; height: number }

/** The shapes that a picture can be cut to, by the name that a form sends; null leaves it whole. */
export const aspects = { entiere: null, carre: 1, "4-3": 4 / 3, "3-2": 3 / 2, "16-9": 16 / 9 } as const
export type AspectName = keyof typeof aspects

/** Below it nothing of a picture would be left to see. */
const MIN_SHARE = 0.005
/** What a decimal of six digits may be off by. */
const TOLERANCE = 0.00001

/**
 * The largest frame of that aspect inside a picture of that size. It can only slide along one side: `slide` says how
 * far, from 0 (left or top) to 1.
 */
export function largestFrame(size: { width: number; height: number }, aspect: number, slide: number): Crop {
  const wide = size.width / size.height
  const at = Math.min(1, Math.max(0, slide))
  if (wide > aspect) {
    const width = aspect / wide
    return { x: (1 - width) * at, y: 0, width, height: 1 }
  }
  const height = wide / aspect
  return { x: 0, y: (1 - height) * at, width: 1, height }
}

/** As a form carries it: "0.125000,0,0.75,1". */
export function cropText({ x, y, width, height }: Crop): string {
  return [x, y, width, height].map((share) => String(Number(share.toFixed(6)))).join(",")
}

/** What a form sent: null for the whole picture, "invalid" for what is no frame inside one. */
export function parseCrop(text: string): Crop | null | "invalid" {
  if (text.trim() === "") return null
  const shares = text.split(",")
  if (shares.length !== 4 || !shares.every((share) => /^(?:[01]|[01]?\.\d{1,6})$/.test(share.trim()))) return "invalid"
  const [x = 0, y = 0, width = 0, height = 0] = shares.map(Number)
  const inside = x + width <= 1 + TOLERANCE && y + height <= 1 + TOLERANCE
  return inside && width >= MIN_SHARE && height >= MIN_SHARE ? { x, y, width, height } : "invalid"
}

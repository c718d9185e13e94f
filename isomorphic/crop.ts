/** Fractions of the width and height. */
export type Crop = { x: number; y: number; width: number; height: number }

export const aspects = { entiere: null, carre: 1, "4-3": 4 / 3, "3-2": 3 / 2, "16-9": 16 / 9 } as const
export type AspectName = keyof typeof aspects

const MIN_SHARE = 0.005
const TOLERANCE = 0.00001

export function largestFrame(size: { width: number; height: number }, aspect: number, slide: number): Crop {
  const sizeAspect = size.width / size.height
  const offset = Math.min(1, Math.max(0, slide))
  if (sizeAspect > aspect) {
    const width = aspect / sizeAspect
    return { x: (1 - width) * offset, y: 0, width, height: 1 }
  }
  const height = sizeAspect / aspect
  return { x: 0, y: (1 - height) * offset, width: 1, height }
}

export function formatCrop({ x, y, width, height }: Crop): string {
  return [x, y, width, height].map((share) => String(Number(share.toFixed(6)))).join(",")
}

/** null for the whole picture. */
export function parseCrop(text: string): Crop | null | "invalid" {
  if (text.trim() === "") return null
  const shares = text.split(",")
  if (shares.length !== 4 || !shares.every((share) => /^(?:[01]|[01]?\.\d{1,6})$/.test(share.trim()))) return "invalid"
  const [x = 0, y = 0, width = 0, height = 0] = shares.map(Number)
  const inside = x + width <= 1 + TOLERANCE && y + height <= 1 + TOLERANCE
  return inside && width >= MIN_SHARE && height >= MIN_SHARE ? { x, y, width, height } : "invalid"
}

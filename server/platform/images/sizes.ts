/** Cards, halves and full widths, on telephones of three pixels a point and on large screens. */
const defaultWidths = [320, 480, 800, 1120, 1600]
const MAX_FALLBACK_WIDTH = 1120

/** Widths that are worth keeping of a picture of that width: never above it, and none that is nearly another. */
export function widthsFor(width: number): number[] {
  const widest = Math.min(width, defaultWidths.at(-1) ?? width)
  return [...defaultWidths.filter((usual) => usual < widest * 0.9), widest]
}

/** The width of the one size in an old format, for what knows neither AVIF nor WebP, such as mail readers. */
export function fallbackWidth(widths: readonly number[]): number {
  return Math.max(...widths.filter((width) => width <= MAX_FALLBACK_WIDTH), Math.min(...widths))
}

/** JPEG stays JPEG; whatever could be transparent becomes PNG. */
export function fallbackExtension(mimetype: string): "jpg" | "png" {
  return mimetype === "image/jpeg" ? "jpg" : "png"
}

const defaultWidths = [320, 480, 800, 1120, 1600]
const MAX_FALLBACK_WIDTH = 1120

export function widthsFor(width: number): number[] {
  const widest = Math.min(width, defaultWidths.at(-1) ?? width)
  return [...defaultWidths.filter((usual) => usual < widest * 0.9), widest]
}

export function fallbackWidth(widths: readonly number[]): number {
  return Math.max(...widths.filter((width) => width <= MAX_FALLBACK_WIDTH), Math.min(...widths))
}

export function fallbackExtension(mimetype: string): "jpg" | "png" {
  return mimetype === "image/jpeg" ? "jpg" : "png"
}

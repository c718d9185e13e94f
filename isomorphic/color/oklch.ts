/** Lightness 0 to 1, hue in degrees. */
export type Oklch = { l: number; c: number; h: number }
type Rgb = readonly [number, number, number]

const hexPattern = /^#[0-9a-f]{6}$/i

export function parseOklch(hex: string): Oklch | null {
  if (!hexPattern.test(hex)) return null
  const [r, g, b] = parseRgb(hex).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = (Math.atan2(yellow, a) * 180) / Math.PI
  return { l: lightness, c: Math.hypot(a, yellow), h: hue < 0 ? hue + 360 : hue }
}

export function clampToGamut(color: Oklch): Oklch {
  if (isDisplayable(color)) return color
  let [low, high] = [0, color.c]
  for (let step = 0; step < 24; step++) {
    const c = (low + high) / 2
    if (isDisplayable({ ...color, c })) low = c
    else high = c
  }
  return { ...color, c: low }
}

export function toHex(color: Oklch): string {
  const parts = toScreenRgb(clampToGamut(color)).map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255))
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`
}

/** 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export function hueDistance(one: number, other: number): number {
  const difference = Math.abs(one - other) % 360
  return Math.min(difference, 360 - difference)
}

const TOLERANCE = 0.0005

function isDisplayable(color: Oklch): boolean {
  return toScreenRgb(color).every((part) => part >= -TOLERANCE && part <= 1 + TOLERANCE)
}

function toScreenRgb({ l: lightness, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180)
  const yellow = c * Math.sin((h * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * yellow) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * yellow) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * yellow) ** 3
  return [
    encodeGamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encodeGamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encodeGamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function parseRgb(hex: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255) as unknown as Rgb
}

function luminance(hex: string): number {
  const [r, g, b] = parseRgb(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function encodeGamma(part: number): number {
  return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
}

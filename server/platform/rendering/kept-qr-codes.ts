import { qrCodePng } from "./qr-code.ts"

/** Enough for every notice of a large shop in the sizes that its pages and labels ask for: some 20 MB at most. */
const MAX_KEPT = 500

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * A QR code as a PNG, drawn once by a process and then kept: anyone who asks for the same one meanwhile or later gets that
 * drawing. The ones asked for longest ago are let go first.
 */
export function keptQrCode(text: string, size: number, draw = qrCodePng): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${size} ${text}`
  const drawn = kept.get(key) ?? draw(text, size)
  kept.delete(key)
  kept.set(key, drawn)
  // What could not be drawn is tried again.
  drawn.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return drawn
}

import { qrCodePng } from "./qr-code.ts"

const MAX_CACHED = 500

const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

export function cachedQrCode(text: string, size: number, draw = qrCodePng): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${size} ${text}`
  const drawn = cache.get(key) ?? draw(text, size)
  cache.delete(key)
  cache.set(key, drawn)
  // Failures are not cached.
  drawn.catch(() => cache.delete(key))
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  return drawn
}

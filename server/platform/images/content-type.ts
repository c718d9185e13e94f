export type ImageFormat = "png" | "jpeg" | "gif" | "webp" | "avif"

export const formats: Record<ImageFormat, { extension: string; mimetype: string }> = {
  png: { extension: "png", mimetype: "image/png" },
  jpeg: { extension: "jpg", mimetype: "image/jpeg" },
  gif: { extension: "gif", mimetype: "image/gif" },
  webp: { extension: "webp", mimetype: "image/webp" },
  avif: { extension: "avif", mimetype: "image/avif" },
}

const otherImages = ["BM", "II*\0", "MM\0*", "\0\0\x01\0", "8BPS", "\xff\x0a", "\0\0\0\x0cJXL ", "\0\0\0\x0cjP"]

export function detectFormat(body: Uint8Array): ImageFormat | "other-image" | null {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 1024)).toString("latin1")
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png"
  if (start.startsWith("\xff\xd8\xff")) return "jpeg"
  if (/^GIF8[79]a/.test(start)) return "gif"
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "webp"
  if (start.slice(4, 8) === "ftyp") return detectBrand(body, start)
  const otherImage = otherImages.some((mark) => start.startsWith(mark)) || /<svg[\s/>]/i.test(start)
  return otherImage ? "other-image" : null
}

function detectBrand(body: Uint8Array, start: string): "avif" | "other-image" | null {
  const length = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(0)
  const brands = [start.slice(8, 12), ...(start.slice(16, Math.min(length, 128)).match(/.{4}/gs) ?? [])]
  if (brands.includes("avif") || brands.includes("avis")) return "avif"
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? "other-image" : null
}

const markup = /<script|<!doctype\s+html|<html[\s>]|<iframe|<svg[\s/>]|<\?php/i

export function isPolyglot(body: Uint8Array): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")
  return markup.test(text) || text.slice(0, 1024).includes("%PDF-") || endsWithArchive(text)
}

function endsWithArchive(text: string): boolean {
  const record = text.lastIndexOf("PK\x05\x06")
  if (record < 0 || record + 22 > text.length) return false
  const comment = text.charCodeAt(record + 20) + 256 * text.charCodeAt(record + 21)
  return record + 22 + comment === text.length || text.includes("PK\x01\x02")
}

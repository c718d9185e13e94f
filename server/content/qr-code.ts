import { create } from "qrcode"
import { sharp } from "../images/sharp.ts"

/** White around the code, in modules, that readers need to find it. */
const QUIET = 4

/**
 * A QR code as a PNG, `size` pixels square, with the highest error correction: it still reads with a thumb's mark or a
 * scratch on the sticker. Modules are whole pixels, so that the code is sharp at any size; what is left is margin.
 */
export async function qrCodePng(text: string, size = 200): Promise<Uint8Array<ArrayBuffer>> {
  const { modules } = create(text, { errorCorrectionLevel: "H" })
  const scale = Math.max(1, Math.floor(size / (modules.size + 2 * QUIET)))
  const edge = Math.max(size, modules.size * scale)
  const start = Math.floor((edge - modules.size * scale) / 2)
  const pixels = Buffer.alloc(edge * edge, 255)
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      for (let y = 0; y < scale; y++) {
        const from = (start + row * scale + y) * edge + start + column * scale
        pixels.fill(0, from, from + scale)
      }
    }
  }
  const png = await sharp(pixels, { raw: { width: edge, height: edge, channels: 1 } }).png({ compressionLevel: 9, palette: true, colours: 2 }).toBuffer()
  return new Uint8Array(png)
}

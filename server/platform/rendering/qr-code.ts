import { create } from "qrcode"
import { sharp } from "../images/sharp.ts"

const QUIET_ZONE = 4

/** Highest error correction, so that a scratched sticker still reads. */
export async function qrCodePng(text: string, size = 200): Promise<Uint8Array<ArrayBuffer>> {
  const { modules } = create(text, { errorCorrectionLevel: "H" })
  const total = modules.size + 2 * QUIET_ZONE
  const edge = Math.max(size, total)
  const edgeOf = (module: number) => Math.round(((module + QUIET_ZONE) * edge) / total)
  const pixels = Buffer.alloc(edge * edge, 255)
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      for (let y = edgeOf(row); y < edgeOf(row + 1); y++)
        pixels.fill(0, y * edge + edgeOf(column), y * edge + edgeOf(column + 1))
    }
  }
  const png = await sharp(pixels, { raw: { width: edge, height: edge, channels: 1 } })
    .png({ compressionLevel: 9, palette: true, colours: 2 })
    .toBuffer()
  return new Uint8Array(png)
}

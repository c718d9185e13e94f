import { create } from "qrcode"

/** A QR code as one SVG path in a box that is `size` modules wide, quiet zone included. */
export type QrShape = { size: number; path: string }

/** White around the code, in modules. */
const QUIET = 4

/** With the middle error correction, which the codes of transfers are to have (EPC069-12). */
export function qrShape(text: string): QrShape {
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  const runs: string[] = []
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      let length = 1
      while (column + length < modules.size && modules.get(row, column + length)) length++
      runs.push(`M${column + QUIET} ${row + QUIET}h${length}v1h-${length}z`)
      column += length
    }
  }
  return { size: modules.size + 2 * QUIET, path: runs.join("") }
}

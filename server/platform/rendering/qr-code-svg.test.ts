import { create } from "qrcode"
import { expect, test } from "vitest"
import { sharp } from "../images/sharp.ts"
import { qrCodeSvg } from "./qr-code-svg.ts"

const transfer = "BCD\n002\n1\nSCT\n\nGuinguette\nFR7630006000011234567890189\nEUR133.20\n\n\nGU34YDF"

test("a QR code drawn as SVG holds every module of level M, inside its white edge", async () => {
  const { modules, errorCorrectionLevel } = create(transfer, { errorCorrectionLevel: "M" })
  const edge = modules.size + 8
  const drawn = await sharp(Buffer.from(qrCodeSvg(transfer, "Virement")))
    .resize(edge * 4, edge * 4, { kernel: "nearest" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = (row: number, column: number) =>
    (drawn.data[((row * 4 + 2) * drawn.info.width + column * 4 + 2) * drawn.info.channels] ?? 255) < 128 ? 1 : 0
  const drawnModules = Array.from({ length: edge * edge }, (_, index) => dark(Math.floor(index / edge), index % edge))
  const expected = Array.from({ length: edge * edge }, (_, index) => {
    const [row, column] = [Math.floor(index / edge) - 4, (index % edge) - 4]
    const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
    return inside && modules.get(row, column) ? 1 : 0
  })
  expect(drawnModules).toEqual(expected)
  // The library numbers level M as 0.
  expect(errorCorrectionLevel?.bit).toBe(0)
})

test("the title of a QR code is escaped as text", () => {
  expect(qrCodeSvg("x", '</title><script>"&')).toContain("<title>&#60;/title&#62;&#60;script&#62;&#34;&#38;</title>")
})

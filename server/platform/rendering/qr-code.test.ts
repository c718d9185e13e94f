import { create } from "qrcode"
import { expect, test } from "vitest"
import { sharp } from "../images/sharp.ts"
import { qrCodePng } from "./qr-code.ts"

const address = "https://guinguette.example/manual/92498650-55ee-4afb-ae94-2522d8b7fbe2"

/** Reads the middle of each module, inside the quiet zone of four. */
async function modulesOf(png: Uint8Array, count: number): Promise<number[]> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const pitch = info.width / (count + 8)
  const middle = (module: number) => Math.floor((module + 4 + 0.5) * pitch)
  return Array.from({ length: count * count }, (_, index) =>
    (data[(middle(Math.floor(index / count)) * info.width + middle(index % count)) * info.channels] ?? 255) < 128
      ? 1
      : 0,
  )
}

test.each([200, 400, 600, 1000])(
  "a QR code of %i pixels holds every module of the highest error correction @K-qr",
  async (size) => {
    const { modules } = create(address, { errorCorrectionLevel: "H" })
    const expected = Array.from(modules.data, Number)
    expect(await modulesOf(await qrCodePng(address, size), modules.size)).toEqual(expected)
    expect(create(address, { errorCorrectionLevel: "L" }).modules.size).toBeLessThan(modules.size)
  },
)

test("a QR code has only black modules on white, and a white edge", async () => {
  const { data, info } = await sharp(await qrCodePng(address))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([200, 200])
  const bright = Array.from(data).filter((_, index) => index % info.channels === 0)
  expect(new Set(bright)).toEqual(new Set([0, 255]))
  expect(new Set(bright.slice(0, 200 * 8))).toEqual(new Set([255]))
})

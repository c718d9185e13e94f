import { expect, test } from "vitest"
import { keptQrCode } from "./kept-qr-codes.ts"

test("a QR code is drawn once, however often and by however many it is asked for", async () => {
  let drawn = 0
  const draw = async () => {
    drawn++
    return new Uint8Array([1, 2, 3])
  }
  const asked = Array.from({ length: 20 }, () => keptQrCode("https://guinguette.example/manual/a", 400, draw))
  expect(new Set(await Promise.all(asked)).size).toBe(1)
  await keptQrCode("https://guinguette.example/manual/a", 400, draw)
  expect(drawn).toBe(1)
  await keptQrCode("https://guinguette.example/manual/a", 600, draw)
  expect(drawn).toBe(2)
})

test("one that could not be drawn is tried again", async () => {
  const broken = () => Promise.reject(new Error("no memory"))
  await expect(keptQrCode("https://guinguette.example/manual/b", 200, broken)).rejects.toThrow("no memory")
  expect(await keptQrCode("https://guinguette.example/manual/b", 200)).toBeInstanceOf(Uint8Array)
})

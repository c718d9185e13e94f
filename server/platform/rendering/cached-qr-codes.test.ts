import { expect, test } from "vitest"
import { cachedQrCode } from "./cached-qr-codes.ts"

test("a QR code is drawn once, however often and concurrently it is requested", async () => {
  let drawn = 0
  const draw = async () => {
    drawn++
    return new Uint8Array([1, 2, 3])
  }
  const requests = Array.from({ length: 20 }, () => cachedQrCode("https://guinguette.example/manual/a", 400, draw))
  expect(new Set(await Promise.all(requests)).size).toBe(1)
  await cachedQrCode("https://guinguette.example/manual/a", 400, draw)
  expect(drawn).toBe(1)
  await cachedQrCode("https://guinguette.example/manual/a", 600, draw)
  expect(drawn).toBe(2)
})

test("a QR code that could not be drawn is tried again", async () => {
  const broken = () => Promise.reject(new Error("no memory"))
  await expect(cachedQrCode("https://guinguette.example/manual/b", 200, broken)).rejects.toThrow("no memory")
  expect(await cachedQrCode("https://guinguette.example/manual/b", 200)).toBeInstanceOf(Uint8Array)
})

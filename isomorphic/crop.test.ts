import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { aspects, formatCrop, largestFrame, parseCrop } from "./crop.ts"

describe("the frame of a picture", () => {
  test("the frame is the largest of its aspect, and slides along the longer side", () => {
    const wide = { width: 1600, height: 800 }
    expect(largestFrame(wide, 1, 0)).toEqual({ x: 0, y: 0, width: 0.5, height: 1 })
    expect(largestFrame(wide, 1, 0.5)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 })
    expect(largestFrame({ width: 800, height: 1600 }, 1, 1)).toEqual({ x: 0, y: 0.5, width: 1, height: 0.5 })
    expect(largestFrame(wide, 1, 7).x).toBe(0.5)
  })

  test("the frame survives the form, whatever the picture, and keeps its aspect", () => {
    const size = fc.record({ width: fc.integer({ min: 100, max: 8000 }), height: fc.integer({ min: 100, max: 8000 }) })
    const aspect = fc.constantFrom(...Object.values(aspects).filter((each) => each !== null))
    fc.assert(
      fc.property(size, aspect, fc.double({ min: 0, max: 1, noNaN: true }), (picture, ratio, slide) => {
        const frame = largestFrame(picture, ratio, slide)
        const sent = parseCrop(formatCrop(frame))
        if (sent === null || sent === "invalid") throw new Error(`${formatCrop(frame)} was refused`)
        expect((sent.width * picture.width) / (sent.height * picture.height)).toBeCloseTo(ratio, 2)
      }),
    )
  })

  test.each([
    "0,0,1",
    "0,0,1,1,1",
    "-0.1,0,1,1",
    "0.5,0,0.6,1",
    "0,0,0,1",
    "0,0,0.004,1",
    "0,0,1,0.004",
    "0,0.5,1,0.6",
    "0,0,0.1234567,1",
    "0,0,0.5a,1",
    "0,0,a.5,1",
    "10,0,1,1",
    "0,0,0.,1",
    "NaN,0,1,1",
    "1e-9,0,1,1",
    "0,0,2,1",
    "a,b,c,d",
    "0;0;1;1",
  ])("an invalid frame is refused: %s", (text) => expect(parseCrop(text)).toBe("invalid"))

  test("the frame may be absent: the picture stays whole", () => {
    for (const text of ["", "  "]) expect(parseCrop(text)).toBeNull()
  })

  test("the frame is read in any form's notation, to half a hundredth of the picture", () => {
    expect(parseCrop(" .25, 0 ,0.123456, 1.0 ")).toEqual({ x: 0.25, y: 0, width: 0.123456, height: 1 })
    expect(parseCrop("0,0,0.005,0.005")).toEqual({ x: 0, y: 0, width: 0.005, height: 0.005 })
  })
})

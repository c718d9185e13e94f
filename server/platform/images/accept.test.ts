import { describe, expect, it } from "vitest"
import { acceptImage } from "./accept.ts"
import {
  animation,
  blackPng,
  photograph,
  photographOfSize,
  pngWith,
  telephonePhotograph,
  zipArchive,
} from "./pictures.fixture.ts"
import { fromPixels } from "./pixels.ts"
import { MAX_UPLOAD_BYTES } from "./refusals.ts"
import { sharp } from "./sharp.ts"

const text = (content: string) => Buffer.from(content)

async function refusalOf(body: Uint8Array) {
  const accepted = await acceptImage(body)
  return accepted.ok ? null : accepted.error
}

async function accept(body: Uint8Array) {
  const accepted = await acceptImage(body)
  if (!accepted.ok) throw new Error(`Refused: ${accepted.error.problem}`)
  return accepted.value
}

describe("An uploaded picture", () => {
  it.each(["png", "jpeg", "gif", "webp", "avif"] as const)("is taken as %s", async (format) => {
    const { format: found, pixels } = await accept(await photograph(120, 80, format))
    expect(found).toBe(format)
    expect(pixels).toMatchObject({ width: 120, height: 80, channels: 3 })
    expect(pixels.data).toHaveLength(120 * 80 * 3)
  })

  it("keeps what is transparent", async () => {
    const half = {
      create: { width: 20, height: 10, channels: 4 as const, background: { r: 200, g: 100, b: 50, alpha: 0.5 } },
    }
    const { pixels } = await accept(await sharp(half).png().toBuffer())
    expect(pixels.channels).toBe(4)
    expect([...pixels.data.subarray(0, 4)]).toEqual([200, 100, 50, 128])
  })

  it("loses an opacity that nothing uses", async () => {
    const opaque = await sharp(await photograph(40, 30))
      .ensureAlpha()
      .png()
      .toBuffer()
    expect((await accept(opaque)).pixels.channels).toBe(3)
  })

  it("becomes 8 bits of sRGB, were it grey or of 16 bits", async () => {
    const photo = await photograph(40, 30)
    for (const space of ["b-w", "grey16", "rgb16"]) {
      const { pixels } = await accept(await sharp(photo).toColourspace(space).png().toBuffer())
      expect(pixels.data).toHaveLength(40 * 30 * 3)
    }
  })

  it("is stood up as the telephone says, its pixels and not a note about them", async () => {
    const { pixels } = await accept(await telephonePhotograph())
    expect(pixels).toMatchObject({ width: 200, height: 400 })
    const top = await sharp(
      await fromPixels(pixels).extract({ left: 50, top: 5, width: 100, height: 60 }).png().toBuffer(),
    ).stats()
    expect(top.dominant.r).toBeGreaterThan(200)
    expect(top.dominant.b).toBeLessThan(40)
  })

  it("is an animation's first image, red before green", async () => {
    const { pixels } = await accept(await animation())
    expect(pixels).toMatchObject({ width: 40, height: 30 })
    const { channels } = await fromPixels(pixels).stats()
    expect(channels[0]!.mean).toBeGreaterThan(200)
    expect(channels[1]!.mean).toBeLessThan(20)
  })

  it("is made smaller when no screen could show it whole", async () => {
    const { pixels } = await accept(await photograph(4_000, 1_000))
    expect(pixels).toMatchObject({ width: 3_200, height: 800 })
  })

  it("may weigh exactly 5 MB, and not one byte more @K-image-5mb", async () => {
    const largest = await photographOfSize(5 * 1024 * 1024)
    expect(largest).toHaveLength(MAX_UPLOAD_BYTES)
    expect((await accept(largest)).pixels.width).toBe(400)
    expect(await refusalOf(await photographOfSize(MAX_UPLOAD_BYTES + 1))).toMatchObject({
      problem: "too-large",
      title: "Erreur lors du téléchargement de l'image",
      message: "L’image dépasse 5 Mo. Choisissez une version plus légère.",
    })
  })

  it("is taken with the trailer that telephones add after its end", async () => {
    const trailer = Buffer.alloc(50_000, "SEFT donnees du fabricant ")
    expect((await accept(Buffer.concat([await photograph(40, 30), trailer]))).format).toBe("jpeg")
  })
})

const page = '<!DOCTYPE html><html><body><script>alert("x")</script></body></html>'
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script><rect width="10" height="10"/></svg>'
const plainDrawing =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'

describe("What is sent in the place of a picture is refused:", () => {
  it.each([
    ["nothing", Buffer.alloc(0), "empty"],
    ["a page", text(page), "not-an-image"],
    ["a script", text("alert(1)"), "not-an-image"],
    ["a PDF", text("%PDF-1.7\n%âãÏÓ\n1 0 obj<<>>endobj\n%%EOF"), "not-an-image"],
    ["an archive", zipArchive(), "not-an-image"],
    ["a programme", Buffer.concat([text("\x7fELF"), Buffer.alloc(500)]), "not-an-image"],
    [
      "a film",
      Buffer.concat([Buffer.from([0, 0, 0, 24]), text("ftypisom\0\0\x02\0isomiso2"), Buffer.alloc(200)]),
      "not-an-image",
    ],
    ["an SVG with a script", text(drawing), "format"],
    ["an SVG without one", text(plainDrawing), "format"],
    [
      "a telephone's HEIC",
      Buffer.concat([Buffer.from([0, 0, 0, 24]), text("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(200)]),
      "format",
    ],
    ["a BMP", Buffer.concat([text("BM"), Buffer.alloc(100)]), "format"],
    ["only the beginning of a GIF", text("GIF89a"), "damaged"],
    ["a GIF's first bytes before a script", text(`GIF89a/*${" ".repeat(40)}*/=1;alert(document.cookie)`), "damaged"],
    ["a GIF's first bytes before a page", text(`GIF89a${page}`), "mixed"],
    [
      "a PNG's first bytes before a drawing",
      Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), text(drawing)]),
      "mixed",
    ],
  ])("%s @V-image-only", async (_, body, problem) => {
    const refusal = await refusalOf(body)
    expect(refusal?.problem).toBe(problem)
    expect(refusal?.message).toMatch(/[.]$/)
  })

  it("a TIFF, which browsers do not show", async () => {
    expect(
      (
        await refusalOf(
          await sharp(await photograph(20, 20))
            .tiff()
            .toBuffer(),
        )
      )?.problem,
    ).toBe("format")
  })

  it("a photograph with an archive behind it", async () => {
    expect((await refusalOf(Buffer.concat([await photograph(40, 30), zipArchive()])))?.problem).toBe("mixed")
    expect((await refusalOf(Buffer.concat([await photograph(40, 30), zipArchive(), text("suite")])))?.problem).toBe(
      "mixed",
    )
  })

  it("a real GIF with a script behind it", async () => {
    expect((await refusalOf(Buffer.concat([await animation(), text("<script>alert(1)</script>")])))?.problem).toBe(
      "mixed",
    )
  })

  it("a real PNG with a page in its comment", async () => {
    expect((await refusalOf(await pngWith("tEXt", text(`Comment\0${page}`))))?.problem).toBe("mixed")
  })

  it("a photograph that is a PDF for those who look a little further", async () => {
    const photo = await photograph(40, 30)
    const comment = text("%PDF-1.4 1 0 obj")
    const frame = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    expect((await refusalOf(Buffer.concat([photo.subarray(0, 2), frame, comment, photo.subarray(2)])))?.problem).toBe(
      "mixed",
    )
  })

  it.each(["png", "jpeg", "gif", "webp", "avif"] as const)("half of a %s", async (format) => {
    const photo = await photograph(400, 300, format)
    expect((await refusalOf(photo.subarray(0, photo.length / 2)))?.problem).toBe("damaged")
  })

  it("a photograph whose middle was overwritten", async () => {
    const photo = await photograph(400, 300, "png")
    const middle = Math.floor(photo.length / 2)
    photo.fill(0, middle, middle + 400)
    expect((await refusalOf(photo))?.problem).toBe("damaged")
  })

  it("a bomb: 900 million pixels in a hundred kilobytes, and at once", async () => {
    const bomb = blackPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(200_000)
    const started = performance.now()
    expect((await refusalOf(bomb))?.problem).toBe("too-many-pixels")
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it("a GIF of thirty bytes that announces four thousand million pixels", async () => {
    const side = "\xff\xff\xff\xff"
    const gif = `GIF89a${side}\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0${side}\0\x02\x02\x4c\x01\0;`
    expect((await refusalOf(Buffer.from(gif, "latin1")))?.problem).toBe("too-many-pixels")
  })

  it("one row of pixels more than 40 million, and not one fewer", async () => {
    expect((await refusalOf(blackPng(8_000, 5_001)))?.problem).toBe("too-many-pixels")
    expect((await accept(blackPng(8_000, 5_000))).pixels.width).toBe(3_200)
  })
})

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

async function readRefusal(body: Uint8Array) {
  const accepted = await acceptImage(body)
  return accepted.ok ? null : accepted.error
}

async function accept(body: Uint8Array) {
  const accepted = await acceptImage(body)
  if (!accepted.ok) throw new Error(`Refused: ${accepted.error.problem}`)
  return accepted.value
}

describe("an uploaded picture", () => {
  it.each(["png", "jpeg", "gif", "webp", "avif"] as const)("the picture is accepted as %s", async (format) => {
    const { format: acceptedFormat, pixels } = await accept(await photograph(120, 80, format))
    expect(acceptedFormat).toBe(format)
    expect(pixels).toMatchObject({ width: 120, height: 80, channels: 3 })
    expect(pixels.data).toHaveLength(120 * 80 * 3)
  })

  it("the picture keeps its transparency", async () => {
    const half = {
      create: { width: 20, height: 10, channels: 4 as const, background: { r: 200, g: 100, b: 50, alpha: 0.5 } },
    }
    const { pixels } = await accept(await sharp(half).png().toBuffer())
    expect(pixels.channels).toBe(4)
    expect([...pixels.data.subarray(0, 4)]).toEqual([200, 100, 50, 128])
  })

  it("the picture loses an unused alpha channel", async () => {
    const opaque = await sharp(await photograph(40, 30))
      .ensureAlpha()
      .png()
      .toBuffer()
    expect((await accept(opaque)).pixels.channels).toBe(3)
  })

  it("the picture becomes 8-bit sRGB, even from grey or 16 bits", async () => {
    const photo = await photograph(40, 30)
    for (const space of ["b-w", "grey16", "rgb16"]) {
      const { pixels } = await accept(await sharp(photo).toColourspace(space).png().toBuffer())
      expect(pixels.data).toHaveLength(40 * 30 * 3)
    }
  })

  it("the picture is rotated as the phone states, in its pixels and not in its metadata", async () => {
    const { pixels } = await accept(await telephonePhotograph())
    expect(pixels).toMatchObject({ width: 200, height: 400 })
    const top = await sharp(
      await fromPixels(pixels).extract({ left: 50, top: 5, width: 100, height: 60 }).png().toBuffer(),
    ).stats()
    expect(top.dominant.r).toBeGreaterThan(200)
    expect(top.dominant.b).toBeLessThan(40)
  })

  it("an animation becomes its first frame, red before green", async () => {
    const { pixels } = await accept(await animation())
    expect(pixels).toMatchObject({ width: 40, height: 30 })
    const { channels } = await fromPixels(pixels).stats()
    expect(channels[0]!.mean).toBeGreaterThan(200)
    expect(channels[1]!.mean).toBeLessThan(20)
  })

  it("the picture is reduced when no screen could show all of it", async () => {
    const { pixels } = await accept(await photograph(4_000, 1_000))
    expect(pixels).toMatchObject({ width: 3_200, height: 800 })
  })

  it("the picture may weigh exactly 5 MB, and not one byte more @K-image-5mb", async () => {
    const largest = await photographOfSize(5 * 1024 * 1024)
    expect(largest).toHaveLength(MAX_UPLOAD_BYTES)
    expect((await accept(largest)).pixels.width).toBe(400)
    expect(await readRefusal(await photographOfSize(MAX_UPLOAD_BYTES + 1))).toMatchObject({
      problem: "too-large",
      title: "Erreur lors du téléchargement de l'image",
      message: "L’image dépasse 5 Mo. Choisissez une version plus légère.",
    })
  })

  it("the picture may have the trailer that phones append", async () => {
    const trailer = Buffer.alloc(50_000, "SEFT donnees du fabricant ")
    expect((await accept(Buffer.concat([await photograph(40, 30), trailer]))).format).toBe("jpeg")
  })
})

const page = '<!DOCTYPE html><html><body><script>alert("x")</script></body></html>'
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script><rect width="10" height="10"/></svg>'
const plainDrawing =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'

describe("a refused upload", () => {
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
  ])("the upload is refused: %s @V-image-only", async (_, body, problem) => {
    const refusal = await readRefusal(body)
    expect(refusal?.problem).toBe(problem)
    expect(refusal?.message).toMatch(/[.]$/)
  })

  it("a TIFF is refused, because browsers do not display it", async () => {
    expect(
      (
        await readRefusal(
          await sharp(await photograph(20, 20))
            .tiff()
            .toBuffer(),
        )
      )?.problem,
    ).toBe("format")
  })

  it("a photograph with an archive appended is refused", async () => {
    expect((await readRefusal(Buffer.concat([await photograph(40, 30), zipArchive()])))?.problem).toBe("mixed")
    expect((await readRefusal(Buffer.concat([await photograph(40, 30), zipArchive(), text("suite")])))?.problem).toBe(
      "mixed",
    )
  })

  it("a real GIF with a script appended is refused", async () => {
    expect((await readRefusal(Buffer.concat([await animation(), text("<script>alert(1)</script>")])))?.problem).toBe(
      "mixed",
    )
  })

  it("a real PNG with a page in its comment is refused", async () => {
    expect((await readRefusal(await pngWith("tEXt", text(`Comment\0${page}`))))?.problem).toBe("mixed")
  })

  it("a photograph that is also a PDF is refused", async () => {
    const photo = await photograph(40, 30)
    const comment = text("%PDF-1.4 1 0 obj")
    const frame = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    expect((await readRefusal(Buffer.concat([photo.subarray(0, 2), frame, comment, photo.subarray(2)])))?.problem).toBe(
      "mixed",
    )
  })

  it.each(["png", "jpeg", "gif", "webp", "avif"] as const)("half of a %s is refused", async (format) => {
    const photo = await photograph(400, 300, format)
    expect((await readRefusal(photo.subarray(0, photo.length / 2)))?.problem).toBe("damaged")
  })

  it("a photograph with an overwritten middle is refused", async () => {
    const photo = await photograph(400, 300, "png")
    const middle = Math.floor(photo.length / 2)
    photo.fill(0, middle, middle + 400)
    expect((await readRefusal(photo))?.problem).toBe("damaged")
  })

  it("a bomb of 900 million pixels in a hundred kilobytes is refused at once", async () => {
    const bomb = blackPng(30_000, 30_000)
    expect(bomb.length).toBeLessThan(200_000)
    const started = performance.now()
    expect((await readRefusal(bomb))?.problem).toBe("too-many-pixels")
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it("a GIF of thirty bytes that declares four thousand million pixels is refused", async () => {
    const side = "\xff\xff\xff\xff"
    const gif = `GIF89a${side}\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0${side}\0\x02\x02\x4c\x01\0;`
    expect((await readRefusal(Buffer.from(gif, "latin1")))?.problem).toBe("too-many-pixels")
  })

  it("a picture of 51 million pixels is accepted, as a telephone takes them, and one row more is refused", async () => {
    expect((await readRefusal(blackPng(8_500, 6_001)))?.problem).toBe("too-many-pixels")
    expect((await accept(blackPng(8_500, 6_000))).pixels.width).toBe(3_200)
  })
})

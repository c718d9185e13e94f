import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import path from "node:path"
import { deserialize, serialize } from "node:v8"
import sharp from "sharp"
import { root } from "../environment.server.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { type EncodedImage, encode, fastEncoding } from "./derive.ts"
import { rasterise } from "./pixels.ts"

const folder = path.join(root, ".tmp/illustrations")
/** To be raised with every change of what is made of a drawing. */
const VERSION = 1

const illustrating = limitConcurrency(2)

/**
 * One of our own SVG drawings in every size, made once for a checkout: an empty shop is filled again by every test run,
 * and drawing is most of that. Where nothing can be kept it is simply drawn again.
 */
export async function drawIllustration(svgFile: string): Promise<EncodedImage> {
  return illustrating(async () => {
    const svg = await readFile(svgFile)
    const key = createHash("sha256")
      .update(svg)
      .update(JSON.stringify([VERSION, fastEncoding, sharp.versions]))
      .digest("hex")
    const file = path.join(folder, key)
    const kept = await readFile(file).catch(() => null)
    if (kept) return deserialize(kept) as EncodedImage
    const made = await encode(await rasterise(svg), fastEncoding)
    await keep(file, serialize(made)).catch(() => undefined)
    return made
  })
}

/** Whole or not at all: somebody else may be reading. */
async function keep(file: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content)
  await rename(draft, file)
}

import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import path from "node:path"
import { deserialize, serialize } from "node:v8"
import sharp from "sharp"
import { root } from "../environment.server.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { type EncodedImage, encode, fastEncoding } from "./derive.ts"
import { rasterise } from "./pixels.ts"

const folder = path.join(root, "build/illustrations")
const VERSION = 1

const drawingSlot = limitConcurrency(2)

export async function drawIllustration(svgFile: string): Promise<EncodedImage> {
  return drawingSlot(async () => {
    const svg = await readFile(svgFile)
    const key = createHash("sha256")
      .update(svg)
      .update(JSON.stringify([VERSION, fastEncoding, sharp.versions]))
      .digest("hex")
    const file = path.join(folder, key)
    const cached = await readFile(file).catch(() => null)
    if (cached) return deserialize(cached) as EncodedImage
    const image = await encode(await rasterise(svg), fastEncoding)
    await writeAtomically(file, serialize(image)).catch(() => undefined)
    return image
  })
}

async function writeAtomically(file: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content)
  await rename(draft, file)
}

import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import path from "node:path"
import { deserialize, serialize } from "node:v8"
import sharp from "sharp"
import { root } from "../environment.server.ts"

const folder = path.join(root, ".tmp/illustrations")
/** To be raised with every change of what is made of a drawing. */
const VERSION = 1

/**
 * What `draw` makes of one of our own drawings, made once for a checkout: an empty shop is filled again by every test
 * run, and drawing is most of that. Where nothing can be kept it is simply drawn again.
 */
export async function cachedRender<Made>(svg: Buffer, settings: unknown, draw: () => Promise<Made>): Promise<Made> {
  const key = createHash("sha256")
    .update(svg)
    .update(JSON.stringify([VERSION, settings, sharp.versions]))
    .digest("hex")
  const file = path.join(folder, key)
  const kept = await readFile(file).catch(() => null)
  if (kept) return deserialize(kept) as Made
  const made = await draw()
  await keep(file, serialize(made)).catch(() => undefined)
  return made
}

/** Whole or not at all: somebody else may be reading. */
async function keep(file: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content)
  await rename(draft, file)
}

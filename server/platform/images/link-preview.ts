import path from "node:path"
import { root } from "../environment.server.ts"
import { storage } from "../storage/current.server.ts"
import { sizePath } from "./names.ts"
import type { ImageRow } from "./queries.ts"
import { runImageWork, sharp } from "./sharp.ts"

const hero = path.join(root, "public/illustrations/hero-guinguette-1280.webp")
const paper = "#fffdfa"

export async function cutLinkPreview(image: ImageRow | null): Promise<Buffer> {
  const picture = image ? await readWidest(image) : hero
  return runImageWork(() =>
    sharp(picture)
      .resize({ width: 1200, height: 630, fit: "cover", position: "attention" })
      .flatten({ background: paper })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer(),
  )
}

async function readWidest({ bucket, path: original, widths }: ImageRow): Promise<Buffer> {
  const stored = await (await storage()).get(bucket, sizePath(original, Math.max(...widths), "webp"))
  if (!stored) throw new Error(`No picture is stored at ${bucket}/${original}`)
  return Buffer.from(await new Response(stored.body).arrayBuffer())
}

import type { Crop } from "../../../isomorphic/crop.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { db } from "../database.server.ts"
import { log } from "../log.ts"
import { images } from "../schema/content.ts"
import { storage as currentStorage } from "../storage/current.server.ts"
import { type Storage, StorageFull, StorageUnavailable } from "../storage/storage.ts"
import { acceptImage } from "./accept.ts"
import { formats } from "./content-type.ts"
import { cropPixels } from "./pixels.ts"
import { type EncodedImage, bestEncoding, encode } from "./derive.ts"
import { drawIllustration } from "./illustration.ts"
import { type Bucket, type Folder, fileUrl, newPath, sizePath } from "./names.ts"
import type { ImageRow } from "./queries.ts"
import { type ImageRefusal, imageRefusal } from "./refusals.ts"
import { QueueFull, limitConcurrency } from "../limit-concurrency.ts"

const ORIGINAL_CACHE = "public, max-age=3600"
const SIZE_CACHE = "public, max-age=31536000, immutable"

export type Place = { bucket: Bucket; folder?: Folder }
type NamedFile = { path: string; body: Buffer; contentType: string; cacheControl: string }

const uploadSlot = limitConcurrency(2, 20)

export async function storeImage(
  upload: Place & { body: Uint8Array; crop?: Crop | null },
  storage?: Storage,
): Promise<Result<ImageRow, ImageRefusal>> {
  try {
    return await uploadSlot(async () => {
      const accepted = await acceptImage(upload.body)
      if (!accepted.ok) return refusal(accepted.error)
      const { format, pixels } = accepted.value
      const image = { format, pixels: upload.crop ? await cropPixels(pixels, upload.crop) : pixels }
      return ok(await store(await encode(image, bestEncoding), upload, storage ?? (await currentStorage())))
    })
  } catch (error) {
    if (error instanceof QueueFull) return refusal(imageRefusal("busy"))
    if (error instanceof StorageFull) return refusal(imageRefusal("storage-full"), error)
    if (error instanceof StorageUnavailable) return refusal(imageRefusal("storage-unavailable"), error)
    return refusal(imageRefusal("not-recorded"), error)
  }
}

function refusal(reason: ImageRefusal, error?: unknown): Result<never, ImageRefusal> {
  if (error) log.error("Failed to upload image", { error })
  else log.info("An upload was refused", { problem: reason.problem })
  return err(reason)
}

/** Never for uploads: an SVG can read files. */
export async function storeIllustration(svgFile: string, place: Place, storage?: Storage): Promise<ImageRow> {
  return store(await drawIllustration(svgFile), place, storage ?? (await currentStorage()))
}

async function store(
  { format, width, height, original, sizes, placeholder }: EncodedImage,
  place: Place,
  storage: Storage,
): Promise<ImageRow> {
  const { bucket, folder } = place
  const { extension, mimetype } = formats[format]
  const path = newPath(folder, extension)
  const files = [
    { path, body: original, contentType: mimetype, cacheControl: ORIGINAL_CACHE },
    ...sizes.map(({ width, extension, mimetype, body }) => ({
      path: sizePath(path, width, extension),
      body,
      contentType: mimetype,
      cacheControl: SIZE_CACHE,
    })),
  ]
  try {
    await putAll(storage, bucket, files)
    const widths = [...new Set(sizes.map((size) => size.width))].sort((a, b) => a - b)
    const row = {
      url: fileUrl(bucket, path),
      bucket,
      path,
      mimetype,
      size: original.byteLength,
      width,
      height,
      widths,
      placeholder,
    }
    const [stored] = await db.insert(images).values(row).returning()
    if (!stored) throw new Error("The row of an image was not returned")
    return stored
  } catch (error) {
    await removeFiles(
      storage,
      bucket,
      files.map((file) => file.path),
    )
    throw error
  }
}

async function putAll(storage: Storage, bucket: Bucket, files: NamedFile[]): Promise<void> {
  const writeSlot = limitConcurrency(4)
  const outcomes = await Promise.allSettled(files.map((file) => writeSlot(() => storage.put({ bucket, ...file }))))
  const failure = outcomes.find((outcome) => outcome.status === "rejected")
  if (failure) throw failure.reason
}

async function removeFiles(storage: Storage, bucket: Bucket, paths: string[]): Promise<void> {
  const outcomes = await Promise.allSettled(paths.map((path) => storage.remove(bucket, path)))
  const left = outcomes.filter((outcome) => outcome.status === "rejected").length
  if (left > 0) log.warn("Files of an image could not be removed", { bucket, path: paths[0], left })
}

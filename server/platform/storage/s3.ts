import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3"
import {
  defaultPage,
  isSafe,
  type ListedObject,
  type ObjectDescription,
  ObjectExists,
  type ObjectToStore,
  type Storage,
  StorageFull,
  StorageUnavailable,
  UnsafePath,
} from "./storage.ts"

export type S3Config = {
  /** Null for Amazon's own. */
  endpoint: string | null
  region: string
  /** The one bucket that holds everything; our buckets are the first part of its keys. */
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

/** Objects in a bucket of any service that speaks S3. */
export function s3Storage(config: S3Config): Storage {
  const Bucket = config.bucket
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    // Checksums that only Amazon asks for make other services refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  })
  const at = (bucket: string, path: string) => ({ Bucket, Key: `${bucket}/${path}` })

  async function describe(bucket: string, path: string): Promise<ObjectDescription | null> {
    if (!isSafe(bucket, path)) return null
    const found = await nullWhenAbsent(() => client.send(new HeadObjectCommand(at(bucket, path))))
    return found && description(found)
  }

  async function send(
    { bucket, path, body, contentType, cacheControl }: ObjectToStore,
    onlyNew: boolean,
  ): Promise<void> {
    await client.send(
      new PutObjectCommand({
        ...at(bucket, path),
        Body: body,
        ContentType: contentType,
        CacheControl: cacheControl,
        ...(onlyNew ? { IfNoneMatch: "*" } : {}),
      }),
    )
  }

  return {
    async put(object) {
      const { bucket, path } = object
      if (!isSafe(bucket, path)) throw new UnsafePath()
      // The condition alone decides between two writers; the question before it serves services that ignore conditions.
      if (await describe(bucket, path)) throw new ObjectExists(bucket, path)
      try {
        await send(object, true).catch((error: unknown) => {
          if (statusOf(error) !== 501) throw error
          return send(object, false)
        })
      } catch (error) {
        throw isTaken(error) ? new ObjectExists(bucket, path, { cause: error }) : storageProblem(error)
      }
    },
    async get(bucket, path, range) {
      if (!isSafe(bucket, path)) return null
      const part = range && { Range: `bytes=${range.first}-${range.last}` }
      const found = await nullWhenAbsent(() => client.send(new GetObjectCommand({ ...at(bucket, path), ...part })))
      if (!found?.Body) return null
      // "bytes 0-99/1234": the length beside it is the part's.
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? "")?.[1]
      const size = whole === undefined ? {} : { size: Number(whole) }
      return { ...description(found), ...size, body: found.Body.transformToWebStream() as ReadableStream<Uint8Array> }
    },
    describe,
    async exists(bucket, path) {
      return (await describe(bucket, path)) !== null
    },
    async remove(bucket, path) {
      if (!isSafe(bucket, path)) return
      await nullWhenAbsent(() => client.send(new DeleteObjectCommand(at(bucket, path))))
    },
    async list(bucket, { limit = defaultPage.limit, offset = defaultPage.offset, after } = {}) {
      if (!isSafe(bucket, "any")) return []
      const found: ListedObject[] = []
      const start = after === undefined ? {} : { StartAfter: `${bucket}/${after}` }
      // S3 answers in the order of the keys, but knows no offset: what comes before is read and left.
      let ContinuationToken: string | undefined
      do {
        const from = ContinuationToken ? { ContinuationToken } : start
        const page = await nullWhenAbsent(() =>
          client.send(new ListObjectsV2Command({ Bucket, Prefix: `${bucket}/`, ...from })),
        )
        for (const { Key = "", Size = 0, LastModified = new Date(0) } of page?.Contents ?? []) {
          found.push({ path: Key.slice(bucket.length + 1), size: Size, lastModified: LastModified })
        }
        ContinuationToken = page?.NextContinuationToken
      } while (ContinuationToken && found.length < offset + limit)
      return found.slice(offset, offset + limit)
    },
    async buckets() {
      const found = new Set<string>()
      let ContinuationToken: string | undefined
      do {
        const from = ContinuationToken ? { ContinuationToken } : {}
        const page = await nullWhenAbsent(() => client.send(new ListObjectsV2Command({ Bucket, ...from })))
        for (const { Key = "" } of page?.Contents ?? []) found.add(Key.split("/", 1)[0] ?? "")
        ContinuationToken = page?.NextContinuationToken
      } while (ContinuationToken)
      // What else stands in the company's bucket is none of ours.
      return [...found].filter((name) => isSafe(name, "any")).sort()
    },
  }
}

type Described = {
  ContentType?: string | undefined
  CacheControl?: string | undefined
  ContentLength?: number | undefined
  ETag?: string | undefined
  LastModified?: Date | undefined
}

function description({ ContentType, CacheControl, ContentLength, ETag, LastModified }: Described): ObjectDescription {
  return {
    contentType: ContentType ?? "application/octet-stream",
    cacheControl: CacheControl ?? "no-cache",
    size: ContentLength ?? 0,
    etag: ETag ?? "",
    lastModified: LastModified ?? new Date(0),
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** 412: it was there; 409: somebody else is writing it now. */
const isTaken = (error: unknown) => statusOf(error) === 412 || statusOf(error) === 409

/** 400 and 404 both mean "not found" (specification, section 8). */
async function nullWhenAbsent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 400) return null
    throw storageProblem(error)
  }
}

function storageProblem(error: unknown): StorageFull | StorageUnavailable {
  const full = statusOf(error) === 507 || (error instanceof Error && /QuotaExceeded|StorageFull/i.test(error.name))
  return full ? new StorageFull({ cause: error }) : new StorageUnavailable({ cause: error })
}

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
  isSafePath,
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
  endpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

export function s3Storage(config: S3Config): Storage {
  const Bucket = config.bucket
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    ...(config.endpoint === null ? {} : { endpoint: config.endpoint }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    // Other services refuse Amazon's checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  })
  const objectKey = (bucket: string, path: string) => ({ Bucket, Key: `${bucket}/${path}` })

  async function describe(bucket: string, path: string): Promise<ObjectDescription | null> {
    if (!isSafePath(bucket, path)) return null
    const result = await nullWhenAbsent(() => client.send(new HeadObjectCommand(objectKey(bucket, path))))
    return result && toDescription(result)
  }

  async function send(
    { bucket, path, body, contentType, cacheControl }: ObjectToStore,
    ifAbsent: boolean,
  ): Promise<void> {
    await client.send(
      new PutObjectCommand({
        ...objectKey(bucket, path),
        Body: body,
        ContentType: contentType,
        CacheControl: cacheControl,
        ...(ifAbsent ? { IfNoneMatch: "*" } : {}),
      }),
    )
  }

  return {
    async put(object) {
      const { bucket, path } = object
      if (!isSafePath(bucket, path)) throw new UnsafePath()
      // `IfNoneMatch` decides between two writers; this check is for services that ignore it.
      if (await describe(bucket, path)) throw new ObjectExists(bucket, path)
      try {
        await send(object, true).catch((error: unknown) => {
          if (httpStatus(error) !== 501) throw error
          return send(object, false)
        })
      } catch (error) {
        throw alreadyExists(error) ? new ObjectExists(bucket, path, { cause: error }) : toStorageError(error)
      }
    },
    async get(bucket, path, range) {
      if (!isSafePath(bucket, path)) return null
      const part = range && { Range: `bytes=${range.first}-${range.last}` }
      const result = await nullWhenAbsent(() =>
        client.send(new GetObjectCommand({ ...objectKey(bucket, path), ...part })),
      )
      if (!result?.Body) return null
      const totalSize = /\/(\d+)$/.exec(result.ContentRange ?? "")?.[1]
      const size = totalSize === undefined ? {} : { size: Number(totalSize) }
      return {
        ...toDescription(result),
        ...size,
        body: result.Body.transformToWebStream() as ReadableStream<Uint8Array>,
      }
    },
    describe,
    async exists(bucket, path) {
      return (await describe(bucket, path)) !== null
    },
    async remove(bucket, path) {
      if (!isSafePath(bucket, path)) return
      await nullWhenAbsent(() => client.send(new DeleteObjectCommand(objectKey(bucket, path))))
    },
    async list(bucket, { limit = defaultPage.limit, offset = defaultPage.offset, after } = {}) {
      if (!isSafePath(bucket, "any")) return []
      const result: ListedObject[] = []
      const start = after === undefined ? {} : { StartAfter: `${bucket}/${after}` }
      let ContinuationToken: string | undefined
      do {
        const cursor = ContinuationToken ? { ContinuationToken } : start
        const page = await nullWhenAbsent(() =>
          client.send(new ListObjectsV2Command({ Bucket, Prefix: `${bucket}/`, ...cursor })),
        )
        for (const { Key = "", Size = 0, LastModified = new Date(0) } of page?.Contents ?? []) {
          result.push({ path: Key.slice(bucket.length + 1), size: Size, lastModified: LastModified })
        }
        ContinuationToken = page?.NextContinuationToken
      } while (ContinuationToken && result.length < offset + limit)
      return result.slice(offset, offset + limit)
    },
    async buckets() {
      const result = new Set<string>()
      let ContinuationToken: string | undefined
      do {
        const cursor = ContinuationToken ? { ContinuationToken } : {}
        const page = await nullWhenAbsent(() => client.send(new ListObjectsV2Command({ Bucket, ...cursor })))
        for (const { Key = "" } of page?.Contents ?? []) result.add(Key.split("/", 1)[0] ?? "")
        ContinuationToken = page?.NextContinuationToken
      } while (ContinuationToken)
      return [...result].filter((name) => isSafePath(name, "any")).sort()
    },
  }
}

type ObjectHeaders = {
  ContentType?: string | undefined
  CacheControl?: string | undefined
  ContentLength?: number | undefined
  ETag?: string | undefined
  LastModified?: Date | undefined
}

function toDescription({
  ContentType,
  CacheControl,
  ContentLength,
  ETag,
  LastModified,
}: ObjectHeaders): ObjectDescription {
  return {
    contentType: ContentType ?? "application/octet-stream",
    cacheControl: CacheControl ?? "no-cache",
    size: ContentLength ?? 0,
    etag: ETag ?? "",
    lastModified: LastModified ?? new Date(0),
  }
}

function httpStatus(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** 412: it existed; 409: another writer. */
const alreadyExists = (error: unknown) => httpStatus(error) === 412 || httpStatus(error) === 409

/** 400 and 404 both mean "not found" (specification, section 8). */
async function nullWhenAbsent<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request()
  } catch (error) {
    if (httpStatus(error) === 404 || httpStatus(error) === 400) return null
    throw toStorageError(error)
  }
}

function toStorageError(error: unknown): StorageFull | StorageUnavailable {
  const full = httpStatus(error) === 507 || (error instanceof Error && /QuotaExceeded|StorageFull/i.test(error.name))
  return full ? new StorageFull({ cause: error }) : new StorageUnavailable({ cause: error })
}

export type ObjectDescription = {
  contentType: string
  cacheControl: string
  size: number
  etag: string
  lastModified: Date
}

export type ByteRange = { first: number; last: number }

export type OpenObject = ObjectDescription & { body: ReadableStream<Uint8Array> }

export type ObjectToStore = {
  bucket: string
  path: string
  body: Uint8Array
  contentType: string
  cacheControl: string
}

export type ListedObject = { path: string; size: number; lastModified: Date }

/** Unsafe paths throw `UnsafePath` when written and are absent when read. */
export interface Storage {
  /** Atomic; throws `ObjectExists` rather than overwrite. */
  put(object: ObjectToStore): Promise<void>
  /** Read the body to its end or cancel it. */
  get(bucket: string, path: string, range?: ByteRange): Promise<OpenObject | null>
  describe(bucket: string, path: string): Promise<ObjectDescription | null>
  exists(bucket: string, path: string): Promise<boolean>
  remove(bucket: string, path: string): Promise<void>
  list(bucket: string, page?: { limit?: number; offset?: number; after?: string }): Promise<ListedObject[]>
  buckets(): Promise<string[]>
}

export class ObjectExists extends Error {
  constructor(bucket: string, path: string, options?: ErrorOptions) {
    super(`There is already an object ${bucket}/${path}`, options)
    this.name = "ObjectExists"
  }
}

export class UnsafePath extends Error {
  constructor() {
    super("The object's bucket or path is not one that we write")
    this.name = "UnsafePath"
  }
}

export class StorageFull extends Error {
  constructor(options?: ErrorOptions) {
    super("No space left for uploads: free some, or enlarge the disk that holds DATA_DIR", options)
    this.name = "StorageFull"
  }
}

export class StorageUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    const cause = options?.cause instanceof Error ? `: ${options.cause.message}` : ""
    super(`The storage for uploads does not answer as it should${cause}`, options)
    this.name = "StorageUnavailable"
  }
}

const bucketName = /^[a-z0-9][a-z0-9-]{0,62}$/
// A leading dot would allow ".." and hidden files.
const segment = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$/

export function isSafePath(bucket: string, path: string): boolean {
  return bucketName.test(bucket) && path.length <= 500 && path.split("/").every((part) => segment.test(part))
}

export const defaultPage = { limit: 100, offset: 0 }

const OBJECTS_IN_PAGE = 1_000

export async function* listPages(storage: Storage, bucket: string): AsyncGenerator<ListedObject[]> {
  let after: string | undefined
  for (;;) {
    const page = await storage.list(bucket, { limit: OBJECTS_IN_PAGE, ...(after !== undefined && { after }) })
    after = page.at(-1)?.path
    if (after === undefined) return
    yield page
  }
}

/** What is kept with an object beside its bytes. */
export type ObjectDescription = {
  contentType: string
  cacheControl: string
  /** In bytes. */
  size: number
  /** In quotes, as in an HTTP header. */
  etag: string
  lastModified: Date
}

/** Of an object, in bytes, the last included. */
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

/**
 * Where uploaded files are kept. Every adapter passes the same contract. A bucket or path that could escape its place
 * is `UnsafePath` when written and simply absent when read. Whatever else goes wrong is `StorageFull` or
 * `StorageUnavailable`, with the original error as its cause.
 */
export interface Storage {
  /** Keeps an object, whole or not at all. Never overwrites: throws `ObjectExists`. */
  put(object: ObjectToStore): Promise<void>
  /**
   * Null when there is none. Anyone who gets a body reads it to its end or cancels it. With a `range`, which is one of the
   * object's, the body is that part; what is said of the object is said of the whole.
   */
  get(bucket: string, path: string, range?: ByteRange): Promise<OpenObject | null>
  /** The same without the body. */
  describe(bucket: string, path: string): Promise<ObjectDescription | null>
  exists(bucket: string, path: string): Promise<boolean>
  /** Does nothing when there is none. */
  remove(bucket: string, path: string): Promise<void>
  /**
   * By path, ascending; `limit` is 100 and `offset` 0 unless told (specification, section 9), counted from the path that
   * follows `after`: anyone who reads them all says where they were (`pagesOf`), and S3 begins there.
   */
  list(bucket: string, page?: { limit?: number; offset?: number; after?: string }): Promise<ListedObject[]>
  /** The names of the buckets that hold something, or did. */
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
// A first character that is no dot leaves out "..", hidden files and what an adapter keeps for itself.
const segment = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$/

/** Only plain names in plain folders: no dots that climb, no hidden file, nothing that any system reads differently. */
export function isSafe(bucket: string, path: string): boolean {
  return bucketName.test(bucket) && path.length <= 500 && path.split("/").every((part) => segment.test(part))
}

export const defaultPage = { limit: 100, offset: 0 }

/** As many as S3 answers at once. */
const OBJECTS_IN_PAGE = 1_000

/** All objects of a bucket, page by page: what is removed, or comes meanwhile, moves no other. */
export async function* pagesOf(storage: Storage, bucket: string): AsyncGenerator<ListedObject[]> {
  let after: string | undefined
  for (;;) {
    const page = await storage.list(bucket, { limit: OBJECTS_IN_PAGE, ...(after !== undefined && { after }) })
    after = page.at(-1)?.path
    if (after === undefined) return
    yield page
  }
}

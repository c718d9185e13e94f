import path from "node:path"
import { fileSystemStorage } from "./file-system.ts"
import type { S3Config } from "./s3.ts"
import type { Storage } from "./storage.ts"

export type StorageConfig = { kind: "disk"; dataDir: string } | ({ kind: "s3" } & S3Config)

/** The storage of this installation: files under the data folder, or a bucket that speaks S3. */
export async function chooseStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === "disk") return fileSystemStorage(uploadsFolder(config.dataDir))
  // A shop that keeps its files on its disk never loads the S3 client.
  const { s3Storage } = await import("./s3.ts")
  return s3Storage(config)
}

/** What a backup takes. */
export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, "uploads")
}

import path from "node:path"
import { fileSystemStorage } from "./file-system.ts"
import type { S3Config } from "./s3.ts"
import type { Storage } from "./storage.ts"

type StorageConfig = { kind: "disk"; dataDir: string } | ({ kind: "s3" } & S3Config)

export async function chooseStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === "disk") return fileSystemStorage(uploadsFolder(config.dataDir))
  // Lazy: disk storage never loads the S3 client.
  const { s3Storage } = await import("./s3.ts")
  return s3Storage(config)
}

export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, "uploads")
}

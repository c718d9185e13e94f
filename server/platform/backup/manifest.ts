import { createHash, createHmac } from "node:crypto"
import { z } from "zod"

export const MANIFEST = "manifest.json"
const FORMAT = 1

const TableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  digest: z.string(),
})

export const Manifest = z.object({
  format: z.literal(FORMAT),
  at: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(TableSchema),
  jobs: TableSchema,
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  files: z.array(z.object({ bucket: z.string(), path: z.string(), contentType: z.string(), cacheControl: z.string() })),
  secret: z.string(),
  entries: z.array(z.object({ name: z.string(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof Manifest>
export type TableSummary = z.infer<typeof TableSchema>

export function newManifest(parts: Omit<Manifest, "format">): Manifest {
  return { format: FORMAT, ...parts }
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex")
}

export function secretFingerprint(secret: string): string {
  return createHmac("sha256", secret).update("guinguette backup").digest("hex")
}

export class RowDigest {
  #sum = 0n
  rows = 0

  add(line: string): void {
    this.#sum = (this.#sum + BigInt(`0x${createHash("sha256").update(line).digest("hex")}`)) % 2n ** 256n
    this.rows += 1
  }

  toString(): string {
    return this.#sum.toString(16).padStart(64, "0")
  }
}

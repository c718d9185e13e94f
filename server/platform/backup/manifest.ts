import { createHash, createHmac } from "node:crypto"
import { z } from "zod"

/** The last entry of a backup: one that has none was cut short. */
export const MANIFEST = "manifest.json"
/** Changes when an older version could not read what is written. */
const FORMAT = 1

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Of all rows, whatever their order (`RowDigest`). */
  digest: z.string(),
})

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** ISO instant of the state that the database is kept in. */
  at: z.string(),
  postgres: z.string(),
  /** What had been applied, in order. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(Table),
  /** Jobs that are promised, from the queue's own schema. */
  jobs: Table,
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  files: z.array(z.object({ bucket: z.string(), path: z.string(), contentType: z.string(), cacheControl: z.string() })),
  /** Tells whether another machine has the same AUTH_SECRET, without telling the secret. */
  secret: z.string(),
  /** SHA-256 of every other entry, by name, in order. */
  entries: z.array(z.object({ name: z.string(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof Manifest>
export type TableSummary = z.infer<typeof Table>

export function newManifest(parts: Omit<Manifest, "format">): Manifest {
  return { format: FORMAT, ...parts }
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex")
}

export function markOfSecret(secret: string): string {
  return createHmac("sha256", secret).update("guinguette backup").digest("hex")
}

/** A digest of rows that does not depend on their order: the sum of their hashes. */
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

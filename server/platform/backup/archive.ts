import { once } from "node:events"
import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { extract, pack } from "tar-stream"

// Plain .tar.gz, so that `tar` can open it without this program.

type Entry = { readonly name: string; readonly body: Uint8Array }

/** Only the owner may read `file`, which must be new. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #written: Promise<void>

  private constructor(handle: FileHandle) {
    this.#written = pipeline(this.#pack, createGzip(), handle.createWriteStream({ flush: true }))
    this.#written.catch(() => undefined)
  }

  static async create(file: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(file, "wx", 0o600))
  }

  async add({ name, body }: Entry): Promise<void> {
    if (this.#pack.destroyed) await this.#written
    const entry = this.#pack.entry({ name, mode: 0o600, size: body.length })
    entry.end(body)
    await once(entry, "close").catch(() => this.#written)
  }

  /** Flushed to disk when this returns. */
  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  async abandon(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => undefined)
  }
}

export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const archive = extract()
  const read = pipeline(createReadStream(file), createGunzip(), archive)
  read.catch(() => undefined)
  for await (const entry of archive) yield { name: entry.header.name, body: await buffer(entry) }
  await read
}

import { once } from "node:events"
import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { extract, pack } from "tar-stream"

// A backup is a plain .tar.gz, so that `tar` can open it on the day when nothing of ours runs any more.

export type Entry = { readonly name: string; readonly body: Uint8Array }

/** Writes entries one after the other into `file`, which must not exist and which only its owner may read. */
export class ArchiveWriter {
  readonly #pack = pack()
  readonly #written: Promise<void>

  private constructor(handle: FileHandle) {
    this.#written = pipeline(this.#pack, createGzip(), handle.createWriteStream({ flush: true }))
    // Until somebody waits for the end, a failure must not end the process.
    this.#written.catch(() => undefined)
  }

  static async create(file: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(file, "wx", 0o600))
  }

  async add({ name, body }: Entry): Promise<void> {
    if (this.#pack.destroyed) await this.#written
    const entry = this.#pack.entry({ name, mode: 0o600, size: body.length })
    entry.end(body)
    // What went wrong is known by the file: a full disk, say.
    await once(entry, "close").catch(() => this.#written)
  }

  /** The archive is complete and safe on the disk when this returns. */
  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  /** Gives the file up, for whoever removes it then. */
  async abandon(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => undefined)
  }
}

/** The entries of an archive, in its order. Throws when it is no such archive, or was cut short. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const archive = extract()
  const read = pipeline(createReadStream(file), createGunzip(), archive)
  read.catch(() => undefined)
  for await (const entry of archive) yield { name: entry.header.name, body: await buffer(entry) }
  await read
}

import { createReadStream } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { pipeline, type Readable } from "node:stream"
import { finished } from "node:stream/promises"
import { createGunzip, createGzip, type Gzip } from "node:zlib"

// A backup is a plain .tar.gz, so that `tar` can open it on the day when nothing of ours runs any more.

const BLOCK = 512
/** What the classic header has room for, in bytes; a longer name gets a header of its own before it (pax). */
const MAX_SHORT_NAME = 100

export type Entry = { readonly name: string; readonly body: Uint8Array }

/** Writes entries one after the other into `file`, which must not exist and which only its owner may read. */
export class ArchiveWriter {
  readonly #gzip: Gzip
  readonly #handle: FileHandle
  readonly #written: Promise<void>

  private constructor(handle: FileHandle) {
    this.#handle = handle
    this.#gzip = createGzip()
    const stream = handle.createWriteStream({ flush: true })
    this.#written = finished(this.#gzip.pipe(stream))
    // Anyone who waits for the end is told: until then a failure must not end the process.
    this.#written.catch(() => undefined)
    stream.once("error", (error) => this.#gzip.destroy(error))
  }

  static async create(file: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(file, "wx", 0o600))
  }

  async add({ name, body }: Entry): Promise<void> {
    const bytes = Buffer.from(name, "utf8")
    if (bytes.length > MAX_SHORT_NAME) {
      const path = paxRecord("path", name)
      await this.#write(Buffer.concat([header("pax", path.length, "x"), padded(path)]))
    }
    await this.#write(header(name, body.length, "0"))
    await this.#write(padded(body))
  }

  /** The archive is complete and safe on the disk when this returns. */
  async close(): Promise<void> {
    await this.#write(Buffer.alloc(2 * BLOCK))
    this.#gzip.end()
    await this.#written
  }

  /** Gives the file up, for whoever removes it then. */
  async abandon(): Promise<void> {
    this.#gzip.destroy()
    await this.#handle.close().catch(() => undefined)
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#gzip.destroyed) await this.#written
    if (this.#gzip.write(bytes)) return
    await Promise.race([new Promise((resolve) => this.#gzip.once("drain", resolve)), this.#written])
  }
}

/** The entries of an archive, in its order. Throws when it is no such archive, or was cut short. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  // What goes wrong is thrown by the reading below.
  const bytes = new Blocks(pipeline(createReadStream(file), createGunzip(), () => undefined))
  let longName: string | null = null
  for (;;) {
    const head = await bytes.take(BLOCK)
    if (head.every((byte) => byte === 0)) return
    checkSum(head)
    const size = octal(head.subarray(124, 136))
    const body = (await bytes.take(Math.ceil(size / BLOCK) * BLOCK)).subarray(0, size)
    const type = String.fromCharCode(head[156] ?? 0)
    if (type === "x") longName = /^\d+ path=(.*)\n/s.exec(body.toString("utf8"))?.[1] ?? null
    else {
      yield { name: longName ?? text(head.subarray(0, MAX_SHORT_NAME)), body }
      longName = null
    }
  }
}

class Blocks {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async take(length: number): Promise<Buffer> {
    const parts = [this.#held]
    let have = this.#held.length
    while (have < length) {
      const next = await this.#chunks.next()
      if (next.done) throw new Error("it ends too soon")
      parts.push(next.value)
      have += next.value.length
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts)
    this.#held = all.subarray(length)
    return all.subarray(0, length)
  }
}

function header(name: string, size: number, type: "0" | "x"): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, MAX_SHORT_NAME, "utf8")
  const write = (offset: number, digits: number, value: number) =>
    block.write(`${value.toString(8).padStart(digits, "0")}\0`, offset, "latin1")
  write(100, 7, 0o600)
  write(108, 7, 0)
  write(116, 7, 0)
  write(124, 11, size)
  write(136, 11, Math.floor(Date.now() / 1000))
  block.write(type, 156, "latin1")
  block.write("ustar\x0000", 257, "latin1")
  block.write("        ", 148, "latin1")
  write(148, 6, sumOf(block))
  return block
}

function sumOf(block: Uint8Array): number {
  return block.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}

function checkSum(head: Buffer): void {
  if (octal(head.subarray(148, 156)) !== sumOf(head)) throw new Error("it is not a tar archive")
}

/** "25 path=…\n", whose number counts its own digits too. */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  const length = Buffer.byteLength(rest)
  const total = length + String(length + String(length).length).length
  return Buffer.from(`${total}${rest}`, "utf8")
}

function padded(body: Uint8Array): Uint8Array {
  const rest = body.length % BLOCK
  return rest === 0 ? body : Buffer.concat([body, Buffer.alloc(BLOCK - rest)])
}

function octal(field: Buffer): number {
  return Number.parseInt(text(field).trim() || "0", 8)
}

function text(field: Buffer): string {
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? field.length : end).toString("utf8")
}

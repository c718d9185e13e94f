import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const compressible = /\.(js|css|svg|json|txt|xml|ico|webmanifest)$/
const minBytes = 256

export async function compressFolder(folder, since) {
  const files = await readdir(folder, { recursive: true })
  for (const name of files) {
    const file = path.join(folder, name)
    if (compressible.test(file) && (!/^assets\b/.test(name) || (await stat(file)).mtimeMs >= since))
      await compressFile(file)
  }
}

async function compressFile(file) {
  const bytes = await readFile(file)
  if (bytes.length < minBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) await writeFile(`${file}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz)
}

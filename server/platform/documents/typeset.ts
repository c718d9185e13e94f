import { readFile, readdir } from "node:fs/promises"
import path from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { NodeCompiler, NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler"
import { root } from "../environment.server.ts"

type Template = "contrat.typ" | "devis.typ" | "facture.typ" | "etat-des-lieux.typ"

const folder = path.join(root, "server/platform/documents/templates")
const fontFolder = path.join(root, "server/platform/documents/fonts")
/** Printed only for a company that bears the product's name (D41). */
const logo = { file: path.join(root, "public/logo/guinguette-paper.svg"), name: "logo.svg" }

let pending: Promise<NodeCompiler> | null = null

/** Lazy: the library takes some 40 MB. */
function compiler(): Promise<NodeCompiler> {
  pending ??= makeCompiler().catch((error: unknown) => {
    pending = null
    throw error
  })
  return pending
}

async function makeCompiler(): Promise<NodeCompiler> {
  const { NodeCompiler } = await import("@myriaddreamin/typst-ts-node-compiler")
  const files = (await readdir(fontFolder)).filter((name) => name.endsWith(".ttf")).sort()
  const fontBlobs = await Promise.all(files.map((name) => readFile(path.join(fontFolder, name))))
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] })
  compiler.mapShadow(path.join(folder, logo.name), await readFile(logo.file))
  return compiler
}

/** Blocks the thread for up to 80 ms: call it from jobs only. `data` is passed as a value, never as source. */
export async function typeset(
  template: Template,
  data: object,
  at: Date,
  photos: readonly Uint8Array[] = [],
): Promise<Uint8Array> {
  const typst = await compiler()
  const files = photos.map((_, index) => path.join(folder, `photo-${index}.jpg`))
  // No await until `finally`: other documents use the same names.
  files.forEach((file, index) => typst.mapShadow(file, Buffer.from(photos[index] ?? [])))
  let document: NodeTypstDocument
  try {
    document = layOut(typst, template, data, at)
  } finally {
    for (const file of files) typst.unmapShadow(file)
  }
  await nextTurn()
  try {
    return typst.pdf(document, { pdfStandard: "a-3a", pdfTags: true })
  } finally {
    typst.evictCache(4)
  }
}

function layOut(typst: NodeCompiler, template: Template, data: object, at: Date): NodeTypstDocument {
  const compilation = typst.compile({
    mainFilePath: path.join(folder, template),
    inputs: { data: JSON.stringify(data), at: JSON.stringify(dateParts(at)) },
  })
  const { result } = compilation
  if (result) return result
  const diagnostics = JSON.stringify(compilation.takeDiagnostics()?.shortDiagnostics ?? [])
  throw new Error(`${template} could not be typeset: ${diagnostics}`)
}

function dateParts(at: Date) {
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  }
}

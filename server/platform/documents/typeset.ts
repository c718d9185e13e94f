import { readFile, readdir } from "node:fs/promises"
import path from "node:path"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { NodeCompiler, NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler"
import { root } from "../environment.server.ts"

/** A page to be filled, of `server/platform/documents/templates`. */
export type Template = "contrat.typ" | "facture.typ" | "etat-des-lieux.typ"

const folder = path.join(root, "server/platform/documents/templates")
const faces = path.join(root, "server/platform/documents/fonts")
/** The house's mark, for a company that bears the house's name (D41); templates know it by this name. */
const logo = { file: path.join(root, "public/logo/guinguette-paper.svg"), name: "logo.svg" }

let made: Promise<NodeCompiler> | null = null

/**
 * One compiler for the process, made when its first document is: its library alone takes some 40 MB, which a server
 * that makes no document does without.
 */
function compiler(): Promise<NodeCompiler> {
  made ??= makeCompiler().catch((error: unknown) => {
    made = null
    throw error
  })
  return made
}

async function makeCompiler(): Promise<NodeCompiler> {
  const { NodeCompiler } = await import("@myriaddreamin/typst-ts-node-compiler")
  const files = (await readdir(faces)).filter((name) => name.endsWith(".ttf")).sort()
  const fontBlobs = await Promise.all(files.map((name) => readFile(path.join(faces, name))))
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] })
  compiler.mapShadow(path.join(folder, logo.name), await readFile(logo.file))
  return compiler
}

/**
 * `data` set by `template`, as PDF/A-3a: tagged, in French, dated `at`. `photos` are JPEG files, which the template
 * knows as "photo-0.jpg" and so on. The data reach the template as a value and never
 * as source. The same data, date and templates give the same bytes.
 *
 * The compiler works in the calling thread: two turns of some 30 to 80 ms for a contract of five pages (the first one of
 * a process half a second more), during which the process answers nobody. So callers are jobs, and with `ROLE=worker` those run
 * in a process of their own. Throws when a template does not fit its data, or a sign cannot be drawn: see `printable`.
 */
export async function typeset(
  template: Template,
  data: object,
  at: Date,
  photos: readonly Uint8Array[] = [],
): Promise<Uint8Array> {
  const typst = await compiler()
  const files = photos.map((_, index) => path.join(folder, `photo-${index}.jpg`))
  // Between these lines nobody else's turn comes: the names are this document's.
  files.forEach((file, index) => typst.mapShadow(file, Buffer.from(photos[index] ?? [])))
  let document: NodeTypstDocument
  try {
    document = laidOut(typst, template, data, at)
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

function laidOut(typst: NodeCompiler, template: Template, data: object, at: Date): NodeTypstDocument {
  const compilation = typst.compile({
    mainFilePath: path.join(folder, template),
    inputs: { data: JSON.stringify(data), at: JSON.stringify(dateParts(at)) },
  })
  const { result } = compilation
  if (result) return result
  const found = JSON.stringify(compilation.takeDiagnostics()?.shortDiagnostics ?? [])
  throw new Error(`${template} could not be typeset: ${found}`)
}

/** In UTC: Typst knows no zones. */
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

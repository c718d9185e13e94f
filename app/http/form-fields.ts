import { type Result, done, refused } from "../../domain/result.ts"

/** The fields that a form may have, and whether they count once or are a list. */
export type FieldNames = ReadonlyMap<string, "one" | "list">

export type FieldsRead = {
  fields: Record<string, string>
  lists: Record<string, string[]>
  /** Messages for fields that cannot be taken as they came, whatever they mean. */
  problems: Record<string, string>
}

export type UnreadableForm = { kind: "too-large"; status: 413 } | { kind: "no-form"; status: 400 }

const noForm: UnreadableForm = { kind: "no-form", status: 400 }
const tooLarge: UnreadableForm = { kind: "too-large", status: 413 }

const exact = /passw|passe|^actuel$|confirmation/i

/** Reads the named fields of a posted form, whatever was sent. Files are ignored. */
export async function readFields(
  request: Request,
  names: FieldNames,
  maximumBytes: number,
): Promise<Result<FieldsRead, UnreadableForm>> {
  const type = request.headers.get("content-type") ?? ""
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return refused(noForm)
  const body = await bodyWithin(request, maximumBytes)
  if (!body.ok) return body
  const form = await formIn(body.value, type)
  return form ? done(collect(form, names)) : refused(noForm)
}

/** The body, unless it is longer than allowed: then the rest is not even waited for. */
export async function bodyWithin(
  request: Request,
  maximumBytes: number,
): Promise<Result<Buffer<ArrayBuffer>, UnreadableForm>> {
  if (request.bodyUsed) throw new Error("This form has been read already")
  if (Number(request.headers.get("content-length")) > maximumBytes) return refused(tooLarge)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > maximumBytes) return refused(tooLarge)
      chunks.push(chunk)
    }
  } catch {
    // The connection was cut.
    return refused(noForm)
  }
  return done(Buffer.concat(chunks))
}

async function formIn(body: Buffer<ArrayBuffer>, type: string): Promise<FormData | null> {
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData()
  } catch {
    return null
  }
}

const illegible = "Ce champ contient des caractères illisibles. Saisissez-le à nouveau."
const repeated = "Ce champ a été envoyé plusieurs fois. Rechargez la page, puis réessayez."

function collect(form: FormData, names: FieldNames): FieldsRead {
  const fields: [string, string][] = []
  const lists: [string, string[]][] = []
  const problems: [string, string][] = []
  for (const [name, kind] of names) {
    const texts = form
      .getAll(name)
      .filter((value) => typeof value === "string")
      .map((text) => clean(name, text))
    if (kind === "list") lists.push([name, texts])
    else if (texts[0] !== undefined) fields.push([name, texts[0]])
    if (texts.some((text) => text.includes("\uFFFD"))) problems.push([name, illegible])
    if (kind === "one" && texts.length > 1) problems.push([name, repeated])
  }
  return {
    fields: Object.fromEntries(fields),
    lists: Object.fromEntries(lists),
    problems: Object.fromEntries(problems),
  }
}

/** Line ends of one kind, and none of the control characters that a paste may carry and a database refuses. */
function clean(name: string, text: string): string {
  if (exact.test(name)) return text
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\t\n]/gu, "")
}

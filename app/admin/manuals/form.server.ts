import { list } from "../../http/form-fields.ts"
import { imageRefusalText } from "../../../server/platform/images/refusals.ts"
import { z } from "zod"
import { MAX_SECTIONS, type ManualSection } from "../../../domain/catalog/manual.ts"
import { imagesByUrl } from "../../../server/platform/images/queries.ts"
import { storeImage } from "../../../server/platform/images/store-image.ts"
import type { FormErrors } from "../../http/refusal.ts"

/** Pictures that one save may bring, of the largest size. */
export const MAX_PICTURES = 6
const MAX_LENGTH = 20_000

export const ManualForm = z.object({
  garder: z.enum(["oui", "non"]).default("non"),
  title: list(z.array(z.string().trim()).max(MAX_SECTIONS + 1, "Une notice compte quarante sections au plus.")),
  content: list(z.array(z.string().trim()).max(MAX_SECTIONS + 1)),
  image_url: list(z.array(z.string()).max(MAX_SECTIONS + 1)),
  image_alt: list(z.array(z.string().trim()).max(MAX_SECTIONS + 1)),
  /** Without a script: where each section goes, and which go away. */
  place: list(z.array(z.string())),
  retirer: list(z.array(z.string())),
  sans_image: list(z.array(z.string())),
})

export type SentManual = z.output<typeof ManualForm>

export type ReadSections = {
  sections: ManualSection[]
  /** By field, numbered as the form was sent. */
  errors: FormErrors
  /** The pictures of the sections as they were sent, with those that came now. */
  urls: string[]
}

/** Keeps the pictures that came, and puts the sections together: in their places, without those that are removed or blank. */
export async function sectionsOf(sent: SentManual, bodies: ReadonlyMap<string, Uint8Array>): Promise<ReadSections> {
  const errors: Record<string, string> = {}
  const urls: string[] = []
  for (const index of sent.title.keys()) urls.push(await pictureUrl(sent, index, bodies, errors))
  const known = await imagesByUrl(urls)
  const written = sent.title.map((title, index) => {
    const url = urls[index] ?? ""
    return {
      index,
      title,
      content: sent.content[index] ?? "",
      image_url: known.has(url) ? url : null,
      image_alt: (sent.image_alt[index] ?? "").slice(0, 300),
    }
  })
  const kept = written.filter(
    ({ index, title, content, image_url }) =>
      !sent.retirer.includes(String(index)) && (title !== "" || content !== "" || image_url !== null),
  )
  for (const { index, title, content, image_url } of kept) {
    if (title === "") errors[`title-${index}`] = `Donnez un titre à la section ${index + 1}.`
    if (title.length > 120) errors[`title-${index}`] = `Le titre de la section ${index + 1} dépasse 120 caractères.`
    if (content === "" && image_url === null)
      errors[`content-${index}`] = `Écrivez la section ${index + 1}, ou ajoutez-lui une image.`
    if (content.length > MAX_LENGTH) errors[`content-${index}`] = `La section ${index + 1} est trop longue.`
  }
  const placed = kept.toSorted((a, b) => placeOf(sent, a.index) - placeOf(sent, b.index) || a.index - b.index)
  const sections = placed.map(({ title, content, image_url, image_alt }) => ({ title, content, image_url, image_alt }))
  return { sections, errors, urls }
}

async function pictureUrl(
  { image_url, sans_image }: SentManual,
  index: number,
  bodies: ReadonlyMap<string, Uint8Array>,
  errors: Record<string, string>,
): Promise<string> {
  const body = bodies.get(`fichier-${index}`)
  const before = sans_image.includes(String(index)) ? "" : (image_url[index] ?? "")
  if (!body) return before
  const stored = await storeImage({ bucket: "manuals", body })
  if (stored.ok) return stored.value.url
  errors[`fichier-${index}`] = imageRefusalText(stored.error)
  return before
}

function placeOf({ place }: SentManual, index: number): number {
  const asked = Number(place[index])
  return Number.isFinite(asked) && place.length > 0 ? asked : index + 1
}

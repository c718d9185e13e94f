import { list } from "../../http/form-fields.ts"
import { imageRefusalText } from "../../../server/platform/images/refusals.ts"
import { z } from "zod"
import { MAX_SECTIONS, type ManualSection } from "../../../domain/catalog/manual.ts"
import { findImagesByUrl } from "../../../server/platform/images/queries.ts"
import { storeImage } from "../../../server/platform/images/store-image.ts"
import type { FormErrors } from "../../http/refusal.ts"

/** Pictures per save, each of the maximum size. */
export const MAX_PICTURES = 6
const MAX_LENGTH = 20_000

export const ManualForm = z.object({
  garder: z.enum(["oui", "non"]).default("non"),
  title: list(z.array(z.string().trim()).max(MAX_SECTIONS + 1, "Une notice compte quarante sections au plus.")),
  content: list(z.array(z.string().trim()).max(MAX_SECTIONS + 1)),
  image_url: list(z.array(z.string()).max(MAX_SECTIONS + 1)),
  image_alt: list(z.array(z.string().trim()).max(MAX_SECTIONS + 1)),
  /** Without JavaScript: each section's position, and the sections to remove. */
  place: list(z.array(z.string())),
  retirer: list(z.array(z.string())),
  sans_image: list(z.array(z.string())),
})

export type PostedManual = z.output<typeof ManualForm>

type SectionsResult = {
  sections: ManualSection[]
  /** Keyed by field name and index in the submitted form. */
  errors: FormErrors
  /** Includes the pictures just uploaded. */
  urls: string[]
}

/** Stores the uploaded pictures even when a section is refused. Drops removed and blank sections. */
export async function buildSections(
  sent: PostedManual,
  bodies: ReadonlyMap<string, Uint8Array>,
): Promise<SectionsResult> {
  const errors: Record<string, string> = {}
  const urls: string[] = []
  for (const index of sent.title.keys()) urls.push(await pictureUrl(sent, index, bodies, errors))
  const storedImages = await findImagesByUrl(urls)
  const submitted = sent.title.map((title, index) => {
    const url = urls[index] ?? ""
    return {
      index,
      title,
      content: sent.content[index] ?? "",
      image_url: storedImages.has(url) ? url : null,
      image_alt: (sent.image_alt[index] ?? "").slice(0, 300),
    }
  })
  const remaining = submitted.filter(
    ({ index, title, content, image_url }) =>
      !sent.retirer.includes(String(index)) && (title !== "" || content !== "" || image_url !== null),
  )
  for (const { index, title, content, image_url } of remaining) {
    if (title === "") errors[`title-${index}`] = `Donnez un titre à la section ${index + 1}.`
    if (title.length > 120) errors[`title-${index}`] = `Le titre de la section ${index + 1} dépasse 120 caractères.`
    if (content === "" && image_url === null)
      errors[`content-${index}`] = `Écrivez la section ${index + 1}, ou ajoutez-lui une image.`
    if (content.length > MAX_LENGTH) errors[`content-${index}`] = `La section ${index + 1} est trop longue.`
  }
  const ordered = remaining.toSorted(
    (a, b) => sectionPosition(sent, a.index) - sectionPosition(sent, b.index) || a.index - b.index,
  )
  const sections = ordered.map(({ title, content, image_url, image_alt }) => ({ title, content, image_url, image_alt }))
  return { sections, errors, urls }
}

async function pictureUrl(
  { image_url, sans_image }: PostedManual,
  index: number,
  bodies: ReadonlyMap<string, Uint8Array>,
  errors: Record<string, string>,
): Promise<string> {
  const body = bodies.get(`fichier-${index}`)
  const previousUrl = sans_image.includes(String(index)) ? "" : (image_url[index] ?? "")
  if (!body) return previousUrl
  const stored = await storeImage({ bucket: "manuals", body })
  if (stored.ok) return stored.value.url
  errors[`fichier-${index}`] = imageRefusalText(stored.error)
  return previousUrl
}

function sectionPosition({ place }: PostedManual, index: number): number {
  const position = Number(place[index])
  return Number.isFinite(position) && place.length > 0 ? position : index + 1
}

import { href } from "react-router"
import { submittedValues } from "../../http/refusal.ts"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import type { Picture } from "../../ui/photo.tsx"
import type { Flash } from "../kit/flash.ts"
import type { EditRefusal } from "../kit/edit-refusal.ts"
import type { ChoicesView, PickedCatalogueProduct } from "../kit/catalog/options-view.ts"

export const manualsPath = href("/admin/manuals")

export type ManualSectionText = { title: string; content: string; imageUrl: string; imageAlt: string }

export type ManualsView = {
  choices: ChoicesView
  /** null in a shop without products. */
  product: PickedCatalogueProduct | null
  version: string
  sections: readonly (ManualSectionText & { preview: SafeHtml })[]
  emptyPreview: SafeHtml
  pictures: Readonly<Record<string, Picture>>
  /** URL of a manual outside the shop; null when there is none. */
  otherManualUrl: string | null
  /** Content of the QR code. */
  address: string
  upload: { hint: string; accept: string }
  flash: Flash | null
}

export function manualHref(productId: string): string {
  return `${manualsPath}?${new URLSearchParams({ produit: productId })}`
}

/** null when no form was refused. */
export function typedSections(refusal: EditRefusal | null): ManualSectionText[] | null {
  // A form too long to be parsed contains no sections.
  if (refusal?.values["vu"] === undefined) return null
  const [contents, urls, alts] = ["content", "image_url", "image_alt"].map((name) => submittedValues(refusal, name))
  return submittedValues(refusal, "title").map((title, index) => ({
    title,
    content: contents?.[index] ?? "",
    imageUrl: urls?.[index] ?? "",
    imageAlt: alts?.[index] ?? "",
  }))
}

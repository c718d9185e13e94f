import { href } from "react-router"
import { typedList } from "../../http/refusal.ts"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import type { Picture } from "../../ui/photo.tsx"
import type { Flash } from "../kit/flash.ts"
import type { EditRefusal } from "../kit/edit-refusal.ts"
import type { ChoicesView, PickedCatalogueProduct } from "../kit/catalog/options-view.ts"

export const manualsPath = href("/admin/manuals")

export type ManualSectionText = { title: string; content: string; imageUrl: string; imageAlt: string }

export type ManualsView = {
  choices: ChoicesView
  /** Null in a shop without products. */
  product: PickedCatalogueProduct | null
  seen: string
  sections: readonly (ManualSectionText & { preview: SafeHtml })[]
  /** What a section without a text looks like. */
  emptyPreview: SafeHtml
  /** The pictures of the sections by their address. */
  pictures: Readonly<Record<string, Picture>>
  /** The manual that the product has elsewhere; null when it has none, or this one. */
  elsewhere: string | null
  /** The address that the QR code holds. */
  address: string
  upload: { hint: string; accept: string }
  flash: Flash | null
}

export function manualHref(productId: string): string {
  return `${manualsPath}?${new URLSearchParams({ produit: productId })}`
}

/** The sections as they were typed in a form that was refused; null when none was. */
export function typedSections(refusal: EditRefusal | null): ManualSectionText[] | null {
  // A form that was too long to be read says nothing of its sections.
  if (refusal?.values["vu"] === undefined) return null
  const [contents, urls, alts] = ["content", "image_url", "image_alt"].map((name) => typedList(refusal, name))
  return typedList(refusal, "title").map((title, index) => ({
    title,
    content: contents?.[index] ?? "",
    imageUrl: urls?.[index] ?? "",
    imageAlt: alts?.[index] ?? "",
  }))
}

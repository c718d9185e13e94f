import { href } from "react-router"
import type { OptionOffer } from "../../../../domain/pricing/options.ts"
import type { ProductTariff } from "../../../../domain/pricing/price.ts"
import type { Picture } from "../../../ui/photo.tsx"
import type { Flash } from "../flash.ts"
import type { StoredPicture } from "../edit-refusal.ts"

export const optionsPath = href("/admin/options")

export type OptionLine = OptionOffer & { description: string; picture: Picture | null }

/** The fields as one types them. */
export type OptionTexts = {
  name: string
  description: string
  price: string
  unit: string
  quantityStep: string
  minQuantity: string
  maxQuantity: string
  /** "oui" or "non". */
  staysWithClient: string
}

export type OptionFormView = {
  /** Empty for one that is not saved yet. */
  id: string
  parentId: string | null
  seen: string
  texts: OptionTexts
  picture: StoredPicture | null
}

export type PickedCatalogueProduct = { id: string; name: string; isActive: boolean; isArchived: boolean }

/** The products that one chooses from, by name. */
export type ChoicesView = {
  /** All of them; of very many the one that is chosen, and the first that have the name. */
  products: readonly PickedCatalogueProduct[]
  /** How many have the name that is searched for, of very many; null when all are there. */
  found: number | null
  /** Empty for any name. */
  search: string
}

export type OptionsView = {
  choices: ChoicesView
  /** Null in a shop without products. */
  product: (PickedCatalogueProduct & { tariff: ProductTariff }) | null
  options: readonly OptionLine[]
  editing: OptionFormView | null
  removing: { id: string; name: string; subOptions: number } | null
  upload: { hint: string; accept: string }
  flash: Flash | null
}

export const optionLabels: Record<string, string> = {
  name: "Nom",
  description: "Description",
  price: "Prix",
  unit: "Unité",
  quantityStep: "Pas",
  minQuantity: "Minimum",
  maxQuantity: "Maximum",
  staysWithClient: "Reste chez le client",
}

/** The screen of a product, with what is open on it. */
export function optionsHref(productId: string, open: Readonly<Record<string, string>> = {}): string {
  return `${optionsPath}?${new URLSearchParams({ produit: productId, ...open })}`
}

import { href } from "react-router"
import type { OptionOffer } from "../../../../domain/pricing/options.ts"
import type { ProductTariff } from "../../../../domain/pricing/price.ts"
import type { ProductName } from "../../../../server/catalog/edit-bundle.ts"
import type { Picture } from "../../../ui/photo.tsx"
import type { Flash } from "../flash.ts"
import type { StoredPicture } from "../edit-refusal.ts"

export const optionsPath = href("/admin/options")

export type OptionLine = OptionOffer & { description: string; picture: Picture | null }

export type OptionTexts = {
  name: string
  description: string
  price: string
  unit: string
  isOnce: string
  choiceGroup: string
  quantityStep: string
  minQuantity: string
  maxQuantity: string
  staysWithClient: string
  accessoryId: string
}

export type OptionFormView = {
  /** Empty while unsaved. */
  id: string
  parentId: string | null
  version: string
  texts: OptionTexts
  picture: StoredPicture | null
}

export type PickedCatalogueProduct = { id: string; name: string; isActive: boolean; isArchived: boolean }

export type ChoicesView = {
  products: readonly PickedCatalogueProduct[]
  /** null when all products are listed. */
  matchCount: number | null
  search: string
}

export type OptionsView = {
  choices: ChoicesView
  /** null in a shop without products. */
  product: (PickedCatalogueProduct & { tariff: ProductTariff }) | null
  options: readonly OptionLine[]
  editing: OptionFormView | null
  accessories: readonly ProductName[]
  removing: { id: string; name: string; subOptions: number } | null
  upload: { hint: string; accept: string }
  flash: Flash | null
}

export const optionLabels: Record<string, string> = {
  name: "Nom",
  description: "Description",
  price: "Prix",
  unit: "Unité",
  isOnce: "Une fois par location",
  choiceGroup: "Choix",
  quantityStep: "Pas",
  minQuantity: "Minimum",
  maxQuantity: "Maximum",
  staysWithClient: "Reste chez le client",
  accessoryId: "Accessoire",
}

export function optionsHref(productId: string, open: Readonly<Record<string, string>> = {}): string {
  return `${optionsPath}?${new URLSearchParams({ produit: productId, ...open })}`
}

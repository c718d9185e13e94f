import { href } from "react-router"
import type { Cents } from "../../../../domain/money.ts"
import type { Picture } from "../../../ui/photo.tsx"
import type { Flash } from "../flash.ts"
import type { ListShape, ListUrl } from "../list-url.ts"

export const productsPath = href("/admin/products")

export type ProductSortName = "date" | "nom" | "prix" | "stock" | "ordre"

/** `?q=bois&etat=archive&tri=-prix&page=2`: newest first when the address says nothing. */
export const productsShape: ListShape<ProductSortName> = {
  path: productsPath,
  sorts: ["date", "nom", "prix", "stock", "ordre"],
  usual: "-date",
  filters: { etat: ["actif", "inactif", "archive"] },
}

export type ProductLine = {
  id: string
  name: string
  price: Cents
  stock: number
  /** Its place in the owner's order; 0: never placed. */
  order: number
  isActive: boolean
  isArchived: boolean
  picture: Picture | null
}

export type ProductsView = {
  url: ListUrl<ProductSortName>
  lines: readonly ProductLine[]
  total: number
  page: number
  pages: number
  counts: { shown: number; archived: number; placed: number }
  /** The product about to be deleted, and how many bookings name it. */
  removing: { id: string; name: string; bookings: number } | null
  flash: Flash | null
}

export type CatalogueOrderView = {
  /** Those of this page; `offset` is how many come before them. */
  lines: readonly ProductLine[]
  offset: number
  total: number
  page: number
  pages: number
  placed: boolean
  flash: Flash | null
}

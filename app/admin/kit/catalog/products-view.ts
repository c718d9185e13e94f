import { href } from "react-router"
import type { ProductKind } from "../../../../domain/catalog/product-kinds.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { Picture } from "../../../ui/photo.tsx"
import type { Flash } from "../flash.ts"
import type { ListShape, ListUrl } from "../list-url.ts"

export const productsPath = href("/admin/products")

export type ProductSortName = "date" | "nom" | "prix" | "stock" | "ordre"

export const productsShape: ListShape<ProductSortName> = {
  path: productsPath,
  sorts: ["date", "nom", "prix", "stock", "ordre"],
  defaultOrder: "-date",
  filters: { etat: ["actif", "inactif", "archive"] },
}

export type ProductLine = {
  id: string
  name: string
  price: Cents
  stock: number
  /** 0 when never placed. */
  order: number
  kind: ProductKind
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
  counts: { listed: number; archived: number; placed: number }
  removing: { id: string; name: string; bookings: number } | null
  flash: Flash | null
}

export type CatalogueOrderView = {
  /** `offset`: how many products precede this page. */
  lines: readonly ProductLine[]
  offset: number
  total: number
  page: number
  pages: number
  placed: boolean
  flash: Flash | null
}

import { findFirstProduct, readProduct } from "../../../../server/catalog/admin-queries.ts"
import type { ProductChoice, ProductChoices, ProductWithImage } from "../../../../server/catalog/queries.ts"
import { pictureOf } from "../../../../server/platform/images/queries.ts"
import type { ChoicesView, PickedCatalogueProduct } from "./options-view.ts"
import type { ProductLine } from "./products-view.ts"

export function productLine(product: ProductWithImage): ProductLine {
  const { id, kind, name, price, stock, order, isActive, archivedAt, image, imageAlt } = product
  return {
    id,
    name,
    price,
    stock,
    order,
    kind,
    isActive,
    isArchived: archivedAt !== null,
    picture: pictureOf(image, imageAlt),
  }
}

export function pickedProduct({
  id,
  name,
  isActive,
  archivedAt,
}: Omit<ProductChoice, "stock">): PickedCatalogueProduct {
  return { id, name, isActive, isArchived: archivedAt !== null }
}

export function readProductSearch(values: URLSearchParams): string {
  return (values.get("q") ?? "").trim().slice(0, 200)
}

/** Adds the chosen product, which may be archived. */
export function choicesView(
  { products, many, matchCount }: ProductChoices,
  chosen: Omit<ProductChoice, "stock"> | null,
  search: string,
): ChoicesView {
  const others = chosen && !products.some(({ id }) => id === chosen.id) ? [chosen] : []
  return { products: [...others, ...products].map(pickedProduct), matchCount: many ? matchCount : null, search }
}

export async function readChosenProduct(id: string): Promise<ProductWithImage | null> {
  return id === "" ? findFirstProduct() : readProduct(id)
}

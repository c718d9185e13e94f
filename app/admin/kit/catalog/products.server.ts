import { firstProduct, readProduct } from "../../../../server/catalog/admin-queries.ts"
import type { ProductChoice, ProductChoices, ProductWithImage } from "../../../../server/catalog/queries.ts"
import { pictureOf } from "../../../../server/platform/images/queries.ts"
import type { ChoicesView, PickedCatalogueProduct } from "./options-view.ts"
import type { ProductLine } from "./products-view.ts"

/** A product as the lists of the back office show it. */
export function productLine(product: ProductWithImage): ProductLine {
  const { id, name, price, stock, order, isActive, archivedAt, image, imageAlt } = product
  return {
    id,
    name,
    price,
    stock,
    order,
    isActive,
    isArchived: archivedAt !== null,
    picture: pictureOf(image, imageAlt),
  }
}

/** A product among those that one chooses from. */
export function pickedProduct({
  id,
  name,
  isActive,
  archivedAt,
}: Omit<ProductChoice, "stock">): PickedCatalogueProduct {
  return { id, name, isActive, isArchived: archivedAt !== null }
}

/** The name that is searched for among the products, as the address has it. */
export function searchedName(values: URLSearchParams): string {
  return (values.get("q") ?? "").trim().slice(0, 200)
}

/** What there is to choose from beside the product that is chosen, which may be archived. */
export function choicesView(
  { products, many, found }: ProductChoices,
  chosen: Omit<ProductChoice, "stock"> | null,
  search: string,
): ChoicesView {
  const others = chosen && !products.some(({ id }) => id === chosen.id) ? [chosen] : []
  return { products: [...others, ...products].map(pickedProduct), found: many ? found : null, search }
}

/** The product that the address names; the first of the catalogue when it names none. Null when there is no such product. */
export async function chosenProduct(asked: string): Promise<ProductWithImage | null> {
  return asked === "" ? firstProduct() : readProduct(asked)
}

import type { Id, ProductId } from "../id.ts"
import type { OptionOffer } from "../pricing/options.ts"
import type { BookedOption } from "../pricing/price.ts"

/** Units that a rental takes beside its own product: of a bundle's part, or of an option's accessory. */
export type RentalPart = {
  productId: ProductId
  name: string
  units: number
  /** null for a part of a bundle. */
  optionId: Id | null
}

export type UnitsOfProduct = { productId: ProductId; units: number }

export type RentedProducts = { productId: ProductId; parts?: readonly RentalPart[] }

/** A bundle has no unit of its own. */
export function unitsOfRental({ productId, parts = [] }: RentedProducts): UnitsOfProduct[] {
  const isBundle = parts.some(({ optionId }) => optionId === null)
  const each: readonly UnitsOfProduct[] = isBundle ? parts : [{ productId, units: 1 }, ...parts]
  return [...Map.groupBy(each, (part) => part.productId)].map(([id, same]) => ({
    productId: id,
    units: same.reduce((sum, { units }) => sum + units, 0),
  }))
}

export function takesProduct({ productId, parts = [] }: RentedProducts, id: ProductId): boolean {
  return productId === id || parts.some((part) => part.productId === id)
}

export function productsOf(rentals: readonly RentedProducts[]): ProductId[] {
  return [...new Set(rentals.flatMap((rental) => unitsOfRental(rental).map(({ productId }) => productId)))].sort()
}

export function toBundleParts(parts: readonly { id: ProductId; name: string; units: number }[]): RentalPart[] {
  return parts.map(({ id, name, units }) => ({ productId: id, name, units, optionId: null }))
}

/** "Pack mariage (Photomaton, 2 × Anneau)" */
export function nameWithParts({ productName, parts = [] }: { productName: string; parts?: readonly RentalPart[] }) {
  const names = parts.flatMap(({ name, units, optionId }) =>
    optionId === null ? (units > 1 ? `${units}\u00a0× ${name}` : name) : [],
  )
  return names.length > 0 ? `${productName} (${names.join(", ")})` : productName
}

/** Hours and kilometres of an option are no units of its accessory. */
export function accessoriesOf(options: readonly BookedOption[], offers: readonly OptionOffer[]): RentalPart[] {
  return options.flatMap(({ id, unit, quantity }) => {
    const accessory = offers.find((offer) => offer.id === id)?.accessory
    const units = unit === "unit" || unit === "pack" ? quantity : 1
    return accessory ? [{ productId: accessory.id, name: accessory.name, units, optionId: id as Id }] : []
  })
}

import type { ProductId } from "../../../../domain/id.ts"
import { fallbacks } from "../../../../domain/catalog/product-fields.ts"
import type { ProductWithImage } from "../../../../server/catalog/queries.ts"
import { eurosText } from "../../kit/catalog/euros-text.ts"
import type { ProductTexts } from "./view.ts"

type ProductDraft = Omit<ProductWithImage, "id" | "imageUrl" | "order" | "retiredUnits" | "createdAt" | "updatedAt"> & {
  id: ProductId | ""
  updatedAt: Date | null
}

/** Defaults of the specification (section 3). */
export const newProduct: ProductDraft = {
  id: "",
  kind: "machine",
  name: "",
  description: "",
  price: 0,
  imageAlt: "",
  features: [],
  // Visible at once, unless it has no price (D50).
  isActive: true,
  manualUrl: null,
  photoPackPrice: fallbacks.photoPackPrice,
  photoPackQuantity: fallbacks.photoPackQuantity,
  includedPhotos: null,
  stock: 1,
  preparationDaysBefore: 0,
  preparationDaysAfter: 0,
  securityDeposit: 0,
  asksInsurance: false,
  needsInstaller: false,
  needsHost: false,
  minimumNoticeDays: 0,
  furthestDays: null,
  instantBooking: false,
  instantNoticeDays: 0,
  instantMaximumKm: null,
  instantMaximumTotal: null,
  seoTitle: null,
  seoDescription: null,
  archivedAt: null,
  image: null,
  updatedAt: null,
}

/** An unsaved product has an empty price, so that it must be typed. */
export function productTexts(product: Pick<ProductDraft, keyof ProductTexts | "id">): ProductTexts {
  return {
    name: product.name,
    description: product.description,
    price: product.id === "" ? "" : eurosText(product.price),
    imageAlt: product.imageAlt,
    manualUrl: product.manualUrl ?? "",
    photoPackPrice: eurosText(product.photoPackPrice),
    photoPackQuantity: String(product.photoPackQuantity),
    includedPhotos: product.includedPhotos === null ? "" : String(product.includedPhotos),
    stock: String(product.stock),
    preparationDaysBefore: String(product.preparationDaysBefore),
    preparationDaysAfter: String(product.preparationDaysAfter),
    securityDeposit: eurosText(product.securityDeposit),
    minimumNoticeDays: String(product.minimumNoticeDays),
    furthestDays: product.furthestDays === null ? "" : String(product.furthestDays),
    instantNoticeDays: String(product.instantNoticeDays),
    instantMaximumKm: product.instantMaximumKm === null ? "" : String(product.instantMaximumKm),
    instantMaximumTotal: product.instantMaximumTotal === null ? "" : eurosText(product.instantMaximumTotal),
    seoTitle: product.seoTitle ?? "",
    seoDescription: product.seoDescription ?? "",
  }
}

import type { Staff } from "../../domain/accounts/party.ts"
import { type Starter, starters } from "../../domain/catalog/starters.ts"
import { fallbacks } from "../../domain/catalog/product-fields.ts"
import type { ProductId } from "../../domain/id.ts"
import { addOption } from "./edit-options.ts"
import { addPlan } from "./edit-plans.ts"
import { type ProductFields, addProduct } from "./edit-products.ts"

const common: Omit<ProductFields, "name" | "description" | "price" | "features" | "securityDeposit"> = {
  kind: "machine",
  imageAlt: "",
  isActive: false,
  manualUrl: null,
  photoPackPrice: fallbacks.photoPackPrice,
  photoPackQuantity: fallbacks.photoPackQuantity,
  includedPhotos: null,
  stock: 1,
  preparationDaysBefore: 0,
  preparationDaysAfter: 0,
  asksInsurance: false,
  needsInstaller: false,
  needsHost: false,
  minimumNoticeDays: 2,
  furthestDays: null,
  instantBooking: false,
  instantNoticeDays: 0,
  instantMaximumKm: null,
  instantMaximumTotal: null,
  seoTitle: null,
  seoDescription: null,
}

const commonOption = {
  unit: "unit",
  isOnce: true,
  choiceGroup: "",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: 1,
  accessoryId: null,
} as const

/** Adds one hidden product of a kind, with its plans and options, for its owner to complete. */
export async function startProduct(actor: Staff, starter: Starter, at: Date = new Date()): Promise<ProductId> {
  const { plans, options, ...fields } = starters[starter]
  const productId = await addProduct(actor, { ...common, ...fields, features: [...fields.features] }, at)
  for (const plan of plans) await addPlan({ actor, productId, fields: plan, at })
  for (const option of options)
    await addOption({ actor, productId, parentOptionId: null, fields: { ...commonOption, ...option }, at })
  return productId
}

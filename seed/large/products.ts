import { randomUUID } from "node:crypto"
import type { ProductId } from "../../domain/id.ts"
import type { BookedOption } from "../../domain/pricing/price.ts"
import type { productOptions, products } from "../../server/platform/schema/catalog.ts"
import { daysBefore } from "../days-before.ts"
import type { Chance } from "./chance.ts"
import { finishes, machines } from "./words.ts"

export type LargeProduct = {
  row: typeof products.$inferInsert & { id: ProductId }
  optionRows: (typeof productOptions.$inferInsert)[]
  options: Omit<BookedOption, "quantity">[]
}

const optionTemplates = [
  {
    name: "Fond de scène",
    unit: "unit",
    price: 3000,
    subs: [
      ["Guirlande lumineuse", 1000],
      ["Pose et dépose", 1500],
    ],
  },
  { name: "Album d’or", unit: "unit", price: 2500, subs: [["Feutres et colle", 500]] },
  { name: "Animation sur place", unit: "hour", price: 4500, subs: [["Tenue à thème", 2000]] },
  {
    name: "Accessoires",
    unit: "day",
    price: 2000,
    subs: [
      ["Chapeaux", 500],
      ["Lunettes", 500],
    ],
  },
] as const

export function largeProducts(count: number, activeCount: number, chance: Chance, at: Date): LargeProduct[] {
  return Array.from({ length: count }, (_, index) => {
    const id = randomUUID()
    const finish = Math.floor(index / machines.length)
    const round = Math.floor(finish / finishes.length)
    const name = `${machines[index % machines.length]} ${finishes[finish % finishes.length]}${round > 0 ? ` ${round + 1}` : ""}`
    const row = {
      id,
      name,
      description: `${name}, en location à la journée.`,
      price: chance.between(8, 45) * 1000,
      isActive: index < activeCount,
      stock: chance.between(1, 3),
      features: ["Installation comprise", "Assistance par téléphone"],
      order: 100 + index,
      createdAt: daysBefore(at, 500 + index),
    }
    const options: LargeProduct["options"] = []
    const optionRows: LargeProduct["optionRows"] = []
    for (const [order, { name: label, unit, price, subs }] of optionTemplates.entries()) {
      const optionId = randomUUID()
      options.push({ id: optionId, parentId: null, name: label, price, unit })
      optionRows.push({ id: optionId, productId: id, name: label, unit, price, order })
      for (const [subOrder, [subName, subPrice]] of subs.entries()) {
        optionRows.push({
          id: randomUUID(),
          unit: "unit",
          productId: id,
          parentOptionId: optionId,
          name: subName,
          price: subPrice,
          order: subOrder,
        })
      }
    }
    return { row, optionRows, options }
  })
}

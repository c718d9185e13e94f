import { describe, expect, test } from "vitest"
import { ProductForm } from "./fields.ts"

const sent = {
  intent: "enregistrer",
  vu: "",
  name: "Photomaton bois",
  description: "",
  price: "250",
  imageAlt: "",
  features: [],
  manualUrl: "",
  photoPackPrice: "7",
  photoPackQuantity: "18",
  stock: "1",
  preparationDaysBefore: "0",
  preparationDaysAfter: "1",
  securityDeposit: "800",
  minimumNoticeDays: "3",
  furthestDays: "",
  seoTitle: "",
  seoDescription: "",
}

function errorsOf(values: Partial<Record<keyof typeof sent, unknown>>): string[] {
  const parsed = ProductForm.safeParse({ ...sent, ...values })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
}

describe("the form of a product", () => {
  test("is taken as it is typed, money in cents, empty texts as none", () => {
    expect(
      ProductForm.parse({
        ...sent,
        isActive: "oui",
        asksInsurance: "oui",
        securityDeposit: "1 250,50 €",
        photoPackPrice: "7,50",
      }),
    ).toMatchObject({
      fields: {
        price: 25_000,
        securityDeposit: 125_050,
        photoPackPrice: 750,
        photoPackQuantity: 18,
        isActive: true,
        asksInsurance: true,
        manualUrl: null,
        furthestDays: null,
        seoTitle: null,
      },
      messages: [],
    })
    expect(ProductForm.parse(sent).fields.isActive).toBe(false)
    expect(ProductForm.parse(sent).fields.asksInsurance).toBe(false)
  })

  test("refuses a number that it cannot take beside its field, and replaces none (D77) @V-product-price @V-product-pack-price @V-product-pack-quantity", () => {
    const typed = { price: "450,50", photoPackPrice: "-1", photoPackQuantity: "1,5" }
    expect(errorsOf(typed)).toEqual(["price", "photoPackPrice", "photoPackQuantity"])
    expect(ProductForm.safeParse({ ...sent, ...typed }).error?.issues[0]?.message).toBe(
      "Le prix par jour est un nombre entier d’euros, par exemple 450.",
    )
  })

  test("takes an empty price for 0 and an empty pack for 7 and 18, and tells each (D50)", () => {
    const empty = { price: " ", photoPackPrice: "", photoPackQuantity: "", isActive: "oui" }
    const { fields, messages } = ProductForm.parse({ ...sent, ...empty })
    expect(fields).toMatchObject({ price: 0, photoPackPrice: 700, photoPackQuantity: 18 })
    expect(messages).toEqual([
      "Sans valeur, le prix du pack devient 7\u202f€.",
      "Sans valeur, le pack compte 18 photos.",
      "Sans prix, un produit ne se loue pas\u00a0: il est enregistré hors du catalogue.",
    ])
  })

  test("asks for a name @V-product-name", () => {
    expect(errorsOf({ name: "   " })).toEqual(["name"])
  })

  test("takes a manual elsewhere or on this site, and nothing that is no address @V-product-manual", () => {
    expect(errorsOf({ manualUrl: "https://exemple.example/notice.pdf" })).toEqual([])
    expect(errorsOf({ manualUrl: "/manual/abc" })).toEqual([])
    for (const manualUrl of ["notice", "javascript:alert(1)", "//exemple.example"])
      expect(errorsOf({ manualUrl })).toEqual(["manualUrl"])
  })

  test("keeps the features that have something in them, one by one or line by line", () => {
    expect(ProductForm.parse({ ...sent, features: [" Rideau ", "", "Lampe\n\nTirages"] }).fields.features).toEqual([
      "Rideau",
      "Lampe",
      "Tirages",
    ])
  })

  test.each([
    ["stock", "0"],
    ["stock", "1,5"],
    ["includedPhotos", "dix"],
    ["preparationDaysBefore", "15"],
    ["preparationDaysAfter", "-1"],
    ["securityDeposit", "beaucoup"],
    ["minimumNoticeDays", ""],
    ["furthestDays", "0"],
    ["furthestDays", "jamais"],
  ] as const)("refuses %s = %j beside its field", (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([name])
  })
})

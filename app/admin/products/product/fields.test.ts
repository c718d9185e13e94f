import { describe, expect, test } from "vitest"
import { ProductForm } from "./fields.ts"

const validForm = {
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

function errorFields(values: Partial<Record<keyof typeof validForm, unknown>>): string[] {
  const parsed = ProductForm.safeParse({ ...validForm, ...values })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
}

describe("the form of a product", () => {
  test("the form parses money into cents and empty texts into null", () => {
    expect(
      ProductForm.parse({
        ...validForm,
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
    expect(ProductForm.parse(validForm).fields.isActive).toBe(false)
    expect(ProductForm.parse(validForm).fields.asksInsurance).toBe(false)
  })

  test("an empty limit of the instant booking stands for none", () => {
    const limits = { instantNoticeDays: "2", instantMaximumKm: "60", instantMaximumTotal: "800,50" }
    expect(ProductForm.parse({ ...validForm, ...limits, instantBooking: "oui" }).fields).toMatchObject({
      instantBooking: true,
      instantNoticeDays: 2,
      instantMaximumKm: 60,
      instantMaximumTotal: 80_050,
    })
    const none = { instantNoticeDays: "0", instantMaximumKm: "", instantMaximumTotal: "" }
    expect(ProductForm.parse({ ...validForm, ...none }).fields).toMatchObject({
      instantBooking: false,
      instantMaximumKm: null,
      instantMaximumTotal: null,
    })
    const wrong = { instantNoticeDays: "-1", instantMaximumKm: "loin", instantMaximumTotal: "0" }
    expect(errorFields({ ...validForm, ...wrong })).toEqual(Object.keys(wrong))
  })

  test("an unreadable number is refused beside its field and replaces none (D77) @V-product-price @V-product-pack-price @V-product-pack-quantity", () => {
    const typed = { price: "450,50", photoPackPrice: "-1", photoPackQuantity: "1,5" }
    expect(errorFields(typed)).toEqual(["price", "photoPackPrice", "photoPackQuantity"])
    expect(ProductForm.safeParse({ ...validForm, ...typed }).error?.issues[0]?.message).toBe(
      "Le prix par jour est un nombre entier d’euros, par exemple 450.",
    )
  })

  test("an empty price means 0 and an empty pack 7 and 18, each with a notice (D50)", () => {
    const empty = { price: " ", photoPackPrice: "", photoPackQuantity: "", isActive: "oui" }
    const { fields, messages } = ProductForm.parse({ ...validForm, ...empty })
    expect(fields).toMatchObject({ price: 0, photoPackPrice: 700, photoPackQuantity: 18 })
    expect(messages).toEqual([
      "Sans valeur, le prix du pack devient 7\u202f€.",
      "Sans valeur, le pack compte 18 photos.",
    ])
  })

  test("the name is required @V-product-name", () => {
    expect(errorFields({ name: "   " })).toEqual(["name"])
  })

  test("the manual is a link elsewhere or on this site, and anything else is refused @V-product-manual", () => {
    expect(errorFields({ manualUrl: "https://exemple.example/notice.pdf" })).toEqual([])
    expect(errorFields({ manualUrl: "/manual/abc" })).toEqual([])
    for (const manualUrl of ["notice", "javascript:alert(1)", "//exemple.example"])
      expect(errorFields({ manualUrl })).toEqual(["manualUrl"])
  })

  test("the form drops empty features, one per field or one per line", () => {
    expect(ProductForm.parse({ ...validForm, features: [" Rideau ", "", "Lampe\n\nTirages"] }).fields.features).toEqual(
      ["Rideau", "Lampe", "Tirages"],
    )
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
  ] as const)("the form refuses %s = %j beside its field", (name, value) => {
    expect(errorFields({ [name]: value })).toEqual([name])
  })
})

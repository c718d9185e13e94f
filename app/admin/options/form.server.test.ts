import { describe, expect, test } from "vitest"
import { OptionForm, newOption, newSubOption, optionTexts } from "./form.server.ts"

const sent = {
  intent: "enregistrer",
  id: "",
  parent: "",
  vu: "",
  ...optionTexts({ ...newOption, name: "Décor", price: 3_000 }),
}

function errorsOf(values: Partial<typeof sent>): string[] {
  const parsed = OptionForm.safeParse({ ...sent, ...values })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
}

describe("the form of an option", () => {
  test("begins with the defaults, for an option and for a sub-option @E-option-defaults @E-sub-option-default", () => {
    expect(optionTexts(newOption)).toEqual({
      name: "Nouvelle option",
      description: "",
      price: "0",
      unit: "unit",
      quantityStep: "1",
      minQuantity: "0",
      maxQuantity: "",
      staysWithClient: "non",
    })
    expect(optionTexts(newSubOption).name).toBe("Nouvelle sous-option")
  })

  test("takes a price to the cent from 0 on @V-option-price", () => {
    expect(OptionForm.parse({ ...sent, price: "12,05" }).price).toBe(1_205)
    expect(OptionForm.parse({ ...sent, price: "0" }).price).toBe(0)
    for (const price of ["-1", "1,005", "", "dix"]) expect(errorsOf({ price })).toEqual(["price"])
  })

  test("takes a step from 1, a minimum from 0 @V-option-step", () => {
    expect(errorsOf({ quantityStep: "0" })).toEqual(["quantityStep"])
    expect(errorsOf({ quantityStep: "1,5" })).toEqual(["quantityStep"])
    expect(errorsOf({ minQuantity: "-1" })).toEqual(["minQuantity"])
    expect(errorsOf({ quantityStep: "5", minQuantity: "10" })).toEqual([])
  })

  test("takes a maximum that is at least the minimum, and none when it is empty @V-option-maximum", () => {
    expect(OptionForm.parse(sent).maxQuantity).toBeNull()
    expect(OptionForm.parse({ ...sent, minQuantity: "4", maxQuantity: "4" }).maxQuantity).toBe(4)
    expect(errorsOf({ minQuantity: "4", maxQuantity: "3" })).toEqual(["maxQuantity"])
    expect(errorsOf({ maxQuantity: "beaucoup" })).toEqual(["maxQuantity"])
  })

  test("asks for a name, and for one of the five units", () => {
    expect(errorsOf({ name: " " })).toEqual(["name"])
    expect(errorsOf({ unit: "semaine" })).toEqual(["unit"])
    for (const unit of ["unit", "day", "hour", "km", "pack"]) expect(errorsOf({ unit })).toEqual([])
  })
})

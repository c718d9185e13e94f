import { describe, expect, test } from "vitest"
import { OptionForm, newOption, newSubOption, optionTexts } from "./form.server.ts"

const validForm = {
  intent: "enregistrer",
  id: "",
  parent: "",
  vu: "",
  ...optionTexts({ ...newOption, name: "Décor", price: 3_000 }),
}

function errorFields(values: Partial<typeof validForm>): string[] {
  const parsed = OptionForm.safeParse({ ...validForm, ...values })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
}

describe("the form of an option", () => {
  test("an empty form has the defaults of an option and of a sub-option @E-option-defaults @E-sub-option-default", () => {
    expect(optionTexts(newOption)).toEqual({
      name: "Nouvelle option",
      description: "",
      price: "0",
      unit: "unit",
      quantityStep: "1",
      minQuantity: "0",
      maxQuantity: "",
      staysWithClient: "non",
      isOnce: "non",
      choiceGroup: "",
      accessoryId: "",
    })
    expect(optionTexts(newSubOption).name).toBe("Nouvelle sous-option")
  })

  test("the price is exact to the cent and at least 0 @V-option-price", () => {
    expect(OptionForm.parse({ ...validForm, price: "12,05" }).price).toBe(1_205)
    expect(OptionForm.parse({ ...validForm, price: "0" }).price).toBe(0)
    for (const price of ["-1", "1,005", "", "dix"]) expect(errorFields({ price })).toEqual(["price"])
  })

  test("the step is at least 1, the minimum at least 0 @V-option-step", () => {
    expect(errorFields({ quantityStep: "0" })).toEqual(["quantityStep"])
    expect(errorFields({ quantityStep: "1,5" })).toEqual(["quantityStep"])
    expect(errorFields({ minQuantity: "-1" })).toEqual(["minQuantity"])
    expect(errorFields({ quantityStep: "5", minQuantity: "10" })).toEqual([])
  })

  test("the maximum is at least the minimum, and absent when empty @V-option-maximum", () => {
    expect(OptionForm.parse(validForm).maxQuantity).toBeNull()
    expect(OptionForm.parse({ ...validForm, minQuantity: "4", maxQuantity: "4" }).maxQuantity).toBe(4)
    expect(errorFields({ minQuantity: "4", maxQuantity: "3" })).toEqual(["maxQuantity"])
    expect(errorFields({ maxQuantity: "beaucoup" })).toEqual(["maxQuantity"])
  })

  test("the name is required, and the unit is one of five", () => {
    expect(errorFields({ name: " " })).toEqual(["name"])
    expect(errorFields({ unit: "semaine" })).toEqual(["unit"])
    for (const unit of ["unit", "day", "hour", "km", "pack"]) expect(errorFields({ unit })).toEqual([])
  })
})

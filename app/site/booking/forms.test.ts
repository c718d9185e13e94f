import { describe, expect, test } from "vitest"
import { AddressForm, CarriedAddress } from "../kit/address-forms.ts"
import { CartForm } from "./forms.ts"

const whole = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }

describe("the address of a booking", () => {
  test("the address needs street, postcode and town, and no instructions @V-address", () => {
    expect(AddressForm.safeParse(whole)).toMatchObject({ success: true, data: { ...whole, instructions: "" } })
    for (const missing of ["street", "zipCode", "city"]) {
      const parsed = AddressForm.safeParse({ ...whole, [missing]: "  " })
      expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(missing)
    }
  })

  test("the postcode has five digits", () => {
    expect(AddressForm.safeParse({ ...whole, zipCode: "9413" }).error?.issues[0]?.message).toBe(
      "Le code postal a 5 chiffres",
    )
  })

  test("an overlong address is listed among the corrections", () => {
    const tooLong = AddressForm.safeParse({ ...whole, street: "a".repeat(201), instructions: "b".repeat(1001) })
    expect(tooLong.error?.issues.map(({ message }) => message)).toEqual([
      "Adresse\u00a0: 200 caractères au plus",
      "Instructions\u00a0: 1000 caractères au plus",
    ])
  })

  test("an address typed before the session ended is carried along under its own names", () => {
    const fields = { "adresse-gardee.street": whole.street, "adresse-gardee.zipCode": "94" }
    expect(CarriedAddress.parse(fields)).toEqual({
      placeName: "",
      street: whole.street,
      zipCode: "94",
      city: "",
      instructions: "",
    })
  })
})

describe("the button that adds a choice to the cart", () => {
  const id = "0b9c2f60-5f6e-4f0e-9a5e-0a6d4f6f2b11"

  test("the button sends its step and the cart line", () => {
    const sent = { etape: "calendar", "nouvelle-ligne": id }
    expect(CartForm.parse(sent)).toEqual(sent)
  })

  test("the form is accepted without them", () => {
    expect(CartForm.parse({ etape: "ailleurs", "nouvelle-ligne": "3" })).toEqual({ etape: "options" })
    expect(CartForm.parse({})).toEqual({ etape: "options" })
  })
})

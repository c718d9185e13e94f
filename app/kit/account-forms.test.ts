import { describe, expect, test } from "vitest"
import { ClientForm, CustomerAddressForm, PersonForm, SavedAddressForm } from "./account-forms.server.ts"

const address = { street: "12 rue du Port", zipCode: "94130", city: "Nogent" }
const business = { clientType: "business", businessName: "Atelier", businessSiret: "55208131766522" }
const messages = (read: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]))

test("a postcode and a telephone are taken as people paste them", () => {
  for (const zipCode of ["75 001", "F-75001", "７５００１"])
    expect(SavedAddressForm.parse({ ...address, zipCode })).toMatchObject({ zipCode: "75001" })
  expect(messages(SavedAddressForm.safeParse({ ...address, zipCode: "7500" }))).toEqual({
    zipCode: "Le code postal a 5 chiffres",
  })
  expect(messages(SavedAddressForm.safeParse({ ...address, zipCode: "" }))).toEqual({
    zipCode: "Indiquez le code postal",
  })
  expect(PersonForm.parse({ name: "Anne", phone: "06\u201112\u201134\u201156\u201178" })).toMatchObject({
    phone: "06-12-34-56-78",
  })
  expect(messages(PersonForm.safeParse({ name: "Anne", phone: "06 12 34 56 7" }))).toEqual({
    phone: "Ce numéro n’est pas valable. Exemple\u00a0: 06 12 34 56 78",
  })
})

describe("fields printed on documents", () => {
  test("a line end inside a field becomes a space", () => {
    const typed = { ...address, street: "12 rue \n du Port", city: "Nogent\nsur Marne" }
    const clean = { street: "12 rue du Port", city: "Nogent sur Marne" }
    expect(SavedAddressForm.parse(typed)).toMatchObject(clean)
    expect(CustomerAddressForm.parse(typed)).toMatchObject(clean)
    expect(
      ClientForm.parse({ ...business, businessName: "Atelier\ndes Fêtes", businessContactName: "Jeanne" }),
    ).toMatchObject({ businessName: "Atelier des Fêtes" })
  })

  test("a name in another script is accepted, and an unprintable character is refused beside its field", () => {
    expect(PersonForm.parse({ name: "王小明" })).toMatchObject({ name: "王小明" })
    expect(messages(PersonForm.safeParse({ name: "Camille 🌻" }))).toEqual({
      name: "Nos documents n’impriment pas ce signe\u00a0: 🌻. Remplacez-le par une lettre.",
    })
    expect(messages(SavedAddressForm.safeParse({ ...address, street: "12 rue 🌻 ꀀ", city: "🏠" }))).toEqual({
      street: "Nos documents n’impriment pas ces signes\u00a0: 🌻 ꀀ. Remplacez-les par des lettres.",
      city: "Nos documents n’impriment pas ce signe\u00a0: 🏠. Remplacez-le par une lettre.",
    })
    const named = { ...business, businessName: "Atelier 🎈", businessContactName: "Jeanne 🎈" }
    expect(Object.keys(messages(ClientForm.safeParse(named)))).toEqual(["businessName", "businessContactName"])
  })
})

import { describe, expect, test } from "vitest"
import { ClientForm, CustomerAddressForm, PersonForm, SavedAddressForm } from "./account-forms.server.ts"

const address = { street: "12 rue du Port", zipCode: "94130", city: "Nogent" }
const business = { clientType: "business", businessName: "Atelier", businessSiret: "55208131766522" }
const messages = (read: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]))

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

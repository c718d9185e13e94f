import { expect, test } from "vitest"
import { searchableText } from "./secrets.ts"

test("a mail is searched by its visible text, not by its technical fields", () => {
  const order = {
    to: [{ name: "Léa Martin", address: "lea@exemple.example" }],
    booking: {
      id: "ee0ebc92-0155-43e9-93d2-d26a3e59d012",
      number: 1053,
      status: "pending",
      days: ["2027-05-14"],
      lines: [{ kind: "product", label: "Photomaton", amount: 50_000 }],
      address: { street: "12 quai de la Marne", zipCode: "94130" },
      requestedAt: "2027-05-01T09:00:00.000Z",
      client: { name: "Léa Martin", email: "lea@exemple.example" },
    },
    extra: { signingUrl: "https://exemple.example/c/abcdef" },
  }
  expect(searchableText(order)).toBe("Léa Martin lea@exemple.example 1053 Photomaton 12 quai de la Marne 94130")
})

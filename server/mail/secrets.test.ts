import { expect, test } from "vitest"
import { composeMail } from "./compose.ts"
import { exampleData } from "./example-orders.ts"
import { withoutSecrets } from "./secrets.ts"

test("a code to sign is hidden from other eyes as it is written, in groups of three", async () => {
  const data = exampleData["signing-code"]
  const { subject, text } = await composeMail({
    id: "00000000-0000-4000-8000-000000000000",
    at: "2027-05-03T08:12:00.000Z",
    template: "signing-code",
    to: [],
    data,
  })
  const digits = (words: string) => words.replaceAll(/\D/g, "")
  expect(digits(subject)).toContain(data.token)
  for (const words of [subject, text]) expect(digits(withoutSecrets(words, data))).not.toContain(data.token)
})

test("figures that are no secret stay", () => {
  expect(withoutSecrets("Réservation n° 1042, code 428105", { number: 1042, token: "428105" })).toBe(
    "Réservation n° 1042, code …",
  )
})

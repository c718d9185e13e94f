import { beforeAll, expect, test } from "vitest"
import * as faqPage from "../../app/admin/faq/route.tsx"
import * as legalPage from "../../app/admin/legal/text/route.tsx"
import * as aboutPage from "../../app/admin/pages/about/route.tsx"
import * as templatePage from "../../app/admin/contracts/template/route.tsx"
import { freshDatabase } from "../harness/database.ts"
import { administrator, send } from "./back-office.ts"

let owner: Request
beforeAll(async () => {
  await freshDatabase()
  owner = (await administrator()).from
})

const long = "x".repeat(60_001)

test.each([
  ["a page", aboutPage, "/admin/about", { intent: "enregistrer", vu: "", title: "À propos", content: long }],
  ["a legal text", legalPage, "/admin/legal/cgv", { intent: "publier", vu: "0", title: "CGV", content: long }],
  ["the contract", templatePage, "/admin/contracts/modele", { intent: "publier", vu: "0", title: "x", content: long }],
  [
    "an answer",
    faqPage,
    "/admin/faq",
    { intent: "enregistrer", id: "", vu: "", theme: "Réserver", question: "Combien ?", answer: long },
  ],
])("%s that is too long is reported as too long, not missing, and keeps its text", async (_, page, path, fields) => {
  const field = "answer" in fields ? "answer" : "content"
  const { status, data } = await send(page, { path, fields, from: owner, params: { page: "cgv" } })
  expect(status).toBe(422)
  expect(data.errors).toEqual({ [field]: "Ne dépassez pas 60\u202f000 caractères." })
  expect(data.values?.[field]).toBe(long)
})

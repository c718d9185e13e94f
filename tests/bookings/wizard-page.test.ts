import { beforeAll, expect, test } from "vitest"
import * as wizardPage from "../../app/site/booking/route.tsx"
import { addDays, dayInParis } from "../../domain/day.ts"
import { requestFrom } from "../../server/auth/accounts.fixture.ts"
import { makeFinanceSettings, makeOption, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { partOf, renderPage, wordsOf } from "../harness/page.ts"

beforeAll(freshDatabase)

test("an option is offered with its sub-options, and to sign up counts as the step of the address @R-wizard-steps @R-wizard-register-step @R-wizard-options", async () => {
  await makeFinanceSettings()
  const { id } = await makeProduct()
  const option = await makeOption(id, { name: "Livre d’or", unit: "day" })
  await makeOption(id, { name: "Stylos dorés", parentOptionId: option.id })
  const day = addDays(dayInParis(new Date()), 60)
  const open = async (query: string) => {
    const path = `/book/${id}?date=${day}&${query}`
    return partOf((await renderPage(wizardPage, requestFrom({ path }), { id })).html, "main")
  }
  const options = await open("step=options")
  const headings = ["h3", "h4"].map((level) =>
    [...options.matchAll(new RegExp(`<${level}\\b.*?</${level}>`, "gs"))].map(([heading]) => wordsOf(heading)),
  )
  expect(headings).toEqual([["Livre d’or", "Pack photo"], ["Stylos dorés"]])

  const steps = partOf(await open("step=register"), "ol", 'aria-label="Étapes de la réservation"')
  expect([...steps.matchAll(/<li\b.*?<\/li>/gs)].map(([step]) => wordsOf(step))).toEqual([
    "fait : Dates",
    "fait : Options",
    expect.stringMatching(/Adresse$/),
    expect.stringMatching(/Livraison$/),
  ])
  expect(wordsOf(partOf(steps, "[a-z]+", 'aria-current="step"'))).toMatch(/Adresse$/)
})

import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { periods } from "../../../../domain/retention/periods.ts"
import { type RetentionCategory, retentionLabels } from "../../../../domain/retention/retention-categories.ts"
import { ErasedScreen } from "./screen.tsx"

const kinds = Object.keys(retentionLabels) as RetentionCategory[]

function render(runs: Parameters<typeof ErasedScreen>[0]["runs"]): string {
  const Screen = createRoutesStub([{ path: "/", Component: () => <ErasedScreen runs={runs} /> }])
  return renderToStaticMarkup(<Screen />)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\s\u00a0\u202f]+/g, " ")
}

test("the owner reads what was erased and when, how much of it, and how long each kind is stored", () => {
  const at = new Date("2027-06-12T02:17:00Z")
  const text = render(kinds.map((kind, index) => ({ id: index + 1, at, kind, rows: 1000 + index })))
  for (const [index, kind] of kinds.entries()) {
    expect(text).toContain(retentionLabels[kind])
    expect(text).toMatch(new RegExp(`1 ?0${String(index).padStart(2, "0")}\\b`))
  }
  expect(text).toContain("samedi 12 juin 2027")
  expect(text).toContain(`${periods.pageViewMonths} mois`)
  expect(text).toContain(`${periods.newsletterLeftYears} ans après la désinscription`)
})

test("a shop that has erased nothing yet says so", () => {
  expect(render([])).toContain("Rien n’a encore été effacé")
})

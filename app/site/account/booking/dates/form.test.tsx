import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { type Day, monthGrid } from "../../../../../domain/day.ts"
import { ToastProvider } from "../../../../ui/toast.tsx"
import { DatesForm } from "./form.tsx"
import type { DatesView } from "./view.ts"

const view: DatesView = {
  rental: null,
  plans: [null],
  month: "2027-06",
  months: { earliest: "2027-05", latest: "2029-05" },
  today: "2027-05-01",
  chosen: ["2027-06-12", "2027-06-13", "2027-07-03"],
  own: ["2027-06-11"],
  note: "",
  days: monthGrid("2027-06").map((day) => ({ day, state: day === "2027-06-13" ? "taken" : "free" })),
  unavailable: ["2027-06-13"],
}

type Refused = Parameters<typeof DatesForm>[0]["refusal"]

function render(refusal: Refused, more: Partial<DatesView> = {}): string {
  const form = { view: { ...view, ...more }, back: "/account", maxLength: 1000, refusal }
  const Screen = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <ToastProvider>
          <DatesForm {...form} />
        </ToastProvider>
      ),
    },
  ])
  return renderToStaticMarkup(<Screen />)
}

function submittedDays(html: string): string[] {
  const fields = [...html.matchAll(/<input[^>]*name="date"[^>]*>/g)].map(([tag]) => tag)
  const on = fields.filter((tag) => tag.includes('type="hidden"') || / checked/.test(tag))
  return on.map((tag) => /value="([^"]*)"/.exec(tag)?.[1] ?? "").sort()
}

test("the form sends what it announces, and reports a chosen day that is not available", () => {
  const html = render(null)
  expect(submittedDays(html)).toEqual(["2027-06-12", "2027-07-03"])
  expect(html).toMatch(/Vous demandez.*12 juin.*3 juillet 2027\./)
  expect(html).toContain("Certaines dates sélectionnées ne sont plus disponibles")
  expect(html).toContain("À remplacer\u00a0: dimanche 13 juin 2027.")
})

test("a refused form keeps the sent days, except unavailable ones of another month", () => {
  const date: Day[] = ["2027-06-19", "2027-07-03", "2027-07-04"]
  const errors = { form: "Certaines dates sélectionnées ne sont plus disponibles" }
  const html = render({ errors, values: { date: "2027-06-19" }, lists: { date }, lostDays: ["2027-07-04"] })
  expect(submittedDays(html)).toEqual(["2027-06-19", "2027-07-03"])
  expect(html).toContain("À remplacer\u00a0: dimanche 4 juillet 2027.")
})

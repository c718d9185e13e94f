import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { type Day, addDays } from "../../../domain/day.ts"
import { PlanningGrid } from "./grid.tsx"
import { readPlanningUrl } from "./url.ts"

function monthsNamed(from: Day): string[] {
  const days = Array.from({ length: 28 }, (_, index) => addDays(from, index))
  const Screen = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <PlanningGrid
          timeline={{ from, days, isHourly: false, rows: [], bookings: new Map(), stops: [] }}
          today={from}
          url={readPlanningUrl(new URLSearchParams())}
        />
      ),
    },
  ])
  const html = renderToStaticMarkup(<Screen />)
  return [...html.matchAll(/<b>([^<]*\d{4})<\/b>/g)].map(([, name = ""]) => name)
}

test.each([
  ["2026-11-27", ["novembre 2026", "décembre 2026"]],
  ["2026-11-28", ["décembre 2026"]],
  ["2026-12-01", ["décembre 2026"]],
] as const)("a planning of four weeks from %s names each month that has room for its name", (from, names) => {
  expect(monthsNamed(from)).toEqual(names)
})

import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Day } from "../../../domain/day.ts"
import { readChoice } from "../../../domain/booking/choice.ts"
import { WizardNotices } from "./notices.tsx"

const told = (unavailable: Day[]) =>
  renderToStaticMarkup(
    <WizardNotices
      view={{
        step: "calendar",
        choice: readChoice(new URLSearchParams()),
        today: "2027-06-01",
        unavailable,
        alreadyAsked: false,
      }}
      refusal={null}
      mayHoldThem={false}
    />,
  )

test("a day that is over is told as such, with its year, and one that is taken as taken", () => {
  expect(told(["2026-03-20"])).toContain("<b>Cette date est passée</b>")
  expect(told(["2026-03-20"])).toContain("vendredi 20 mars 2026")
  expect(told(["2026-03-20", "2026-03-21"])).toContain("<b>Ces dates sont passées</b>")
  expect(told(["2027-06-12"])).toContain("<b>Certaines dates sélectionnées ne sont plus disponibles</b>")
  expect(told(["2026-03-20", "2027-06-12"])).toContain("<b>Certaines dates sélectionnées ne sont plus disponibles</b>")
  expect(told([])).toBe("")
})

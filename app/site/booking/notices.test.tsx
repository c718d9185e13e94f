import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Day } from "../../../domain/day.ts"
import { readChoice } from "../../../domain/booking/read-choice.ts"
import { WizardNotices } from "./notices.tsx"

const renderNotice = (unavailable: Day[]) =>
  renderToStaticMarkup(
    <WizardNotices
      view={{
        step: "calendar",
        choice: readChoice(new URLSearchParams()),
        today: "2027-06-01",
        unavailable,
        alreadyRequested: false,
      }}
      refusal={null}
      mayOwnHold={false}
    />,
  )

test("a past day reads as past, with its year, and a booked day as booked", () => {
  expect(renderNotice(["2026-03-20"])).toContain("<b>Cette date est passée</b>")
  expect(renderNotice(["2026-03-20"])).toContain("vendredi 20 mars 2026")
  expect(renderNotice(["2026-03-20", "2026-03-21"])).toContain("<b>Ces dates sont passées</b>")
  expect(renderNotice(["2027-06-12"])).toContain("<b>Certaines dates sélectionnées ne sont plus disponibles</b>")
  expect(renderNotice(["2026-03-20", "2027-06-12"])).toContain(
    "<b>Certaines dates sélectionnées ne sont plus disponibles</b>",
  )
  expect(renderNotice([])).toBe("")
})

import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Day } from "../../../domain/day.ts"
import { readChoice } from "../../../domain/booking/read-choice.ts"
import type { LostHours } from "./available-choice.ts"
import { WizardNotices } from "./notices.tsx"

const renderNotice = (unavailable: Day[], lostHours: LostHours = null) =>
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
      lostHours={lostHours}
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

test("extra hours that are gone are said with the end that they change", () => {
  expect(renderNotice([], "extra-hours")).toContain(
    "Ces heures en plus ne sont plus toutes libres. L’heure de fin a changé.",
  )
})

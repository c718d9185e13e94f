import { expect, test } from "vitest"
import { doneLabel } from "./done-label.ts"

test("the label names what was done, and promises a mail only where mails are sent", () => {
  for (const act of ["signe", "annulee", "retractation", "dates", "lieu", "dates-gardees"]) {
    expect(doneLabel(act, true)).toMatch(/\.$/)
    expect(doneLabel(act, false)).not.toMatch(/mail/)
  }
  for (const act of ["signe", "annulee", "retractation", "dates"]) expect(doneLabel(act, true)).toContain("e-mail")
})

test("an address with an unknown act has no label", () => {
  for (const act of ["", "constructor", "autre"]) expect(doneLabel(act, true)).toBeNull()
})

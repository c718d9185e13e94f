import { expect, test } from "vitest"
import { doneLabel } from "./done-label.ts"

test("what was done is said; a mail is promised only where mails leave", () => {
  for (const act of ["signe", "annulee", "retractation", "dates", "lieu", "dates-gardees"]) {
    expect(doneLabel(act, true)).toMatch(/\.$/)
    expect(doneLabel(act, false)).not.toMatch(/mail/)
  }
  for (const act of ["signe", "annulee", "retractation", "dates"]) expect(doneLabel(act, true)).toContain("e-mail")
})

test("an address that names no act says nothing", () => {
  for (const act of ["", "constructor", "autre"]) expect(doneLabel(act, true)).toBeNull()
})

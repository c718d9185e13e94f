import { expect, test } from "vitest"
import { changeText, readChange } from "./price-rule-fields.ts"

test("a change is read with its sign and unit, and written the same", () => {
  expect(readChange("-20%")).toEqual({ unit: "percent", value: -20 })
  expect(readChange("10 %")).toEqual({ unit: "percent", value: 10 })
  expect(readChange("− 15,50 €")).toEqual({ unit: "euros", value: -1_550 })
  for (const text of ["−20 %", "+10 %", "+1 250 €", "−15,50 €"]) {
    const change = readChange(text)
    expect(change && changeText(change).replaceAll(/\s/g, " ")).toBe(text)
  }
  for (const text of ["", "0 %", "20", "-101 %", "501 %", "1,5 %", "dix %"]) expect(readChange(text)).toBeNull()
})

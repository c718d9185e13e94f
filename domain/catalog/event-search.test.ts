import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readDay, readEventSearch } from "./event-search.ts"

const today = "2027-06-01"
const search = (query: string) => readEventSearch(new URLSearchParams(query), today)

describe("the search by date", () => {
  test("a visitor who has not searched sees no error", () => {
    expect(search("")).toEqual({
      typed: { date: "", postcode: "" },
      day: null,
      postcode: null,
      town: null,
      towns: [],
      dateProblem: null,
      postcodeProblem: null,
    })
  })

  test("the search takes the date of the browser's field and a postcode", () => {
    expect(search("date=2027-06-12&cp=94130")).toMatchObject({
      day: "2027-06-12",
      postcode: "94130",
      dateProblem: null,
      postcodeProblem: null,
    })
  })

  test("the search takes a date in French notation, for browsers without a date field", () => {
    expect(search("date=12/06/2027").day).toBe("2027-06-12")
    expect(search("date=3.7.2027").day).toBe("2027-07-03")
    expect(search("date=12 06 2027").day).toBe("2027-06-12")
  })

  test("the search accepts today and refuses yesterday, and preserves the input", () => {
    expect(search("date=2027-06-01")).toMatchObject({ day: "2027-06-01", dateProblem: null })
    expect(search("date=2027-05-31")).toMatchObject({ day: null, dateProblem: "past", typed: { date: "2027-05-31" } })
  })

  test("the search reports a day that does not exist, and a missing one", () => {
    expect(search("date=2027-02-29")).toMatchObject({
      day: null,
      dateProblem: "unreadable",
      typed: { date: "2027-02-29" },
    })
    expect(search("date=demain")).toMatchObject({ day: null, dateProblem: "unreadable" })
    expect(search("date=&cp=94130")).toMatchObject({ day: null, dateProblem: "missing", postcode: "94130" })
  })

  test("the search ignores spaces in a postcode and refuses anything but five digits", () => {
    expect(search("cp=94+130").postcode).toBe("94130")
    expect(search("cp=194130").postcode).toBeNull()
    expect(search("cp=941300").postcode).toBeNull()
    expect(search("cp=9413")).toMatchObject({ postcode: null, postcodeProblem: "unreadable" })
    expect(search("cp=Nogent")).toMatchObject({
      postcode: null,
      postcodeProblem: "unreadable",
      typed: { postcode: "Nogent" },
    })
  })

  test("the search takes a town with a postcode, and none without", () => {
    expect(search("cp=59400&ville=+Cambrai+").town).toBe("Cambrai")
    expect(search("cp=59400&ville=").town).toBeNull()
    expect(search("cp=5940&ville=Cambrai").town).toBeNull()
    expect(search("ville=Cambrai").town).toBeNull()
  })

  test("the search trims its input, removes control characters and limits it to a line", () => {
    expect(search("date=%202027-06-12%00%20").typed.date).toBe("2027-06-12")
    expect(search(`cp=${"9".repeat(100)}`).typed.postcode).toBe("9".repeat(40))
  })

  test("the search never fails and never returns a day before today, whatever the URL", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (date, cp) => {
        const { day, postcode } = readEventSearch(new URLSearchParams({ date, cp }), today)
        expect(day === null || day >= today).toBe(true)
        expect(postcode === null || /^\d{5}$/.test(postcode)).toBe(true)
      }),
    )
  })

  test("the search does not take a month for a day", () => {
    expect(readDay("31/12/2027")).toBe("2027-12-31")
    expect(readDay("12/31/2027")).toBeNull()
    expect(readDay("le 12/06/2027")).toBeNull()
    expect(readDay("12/06/20271")).toBeNull()
  })
})

import { describe, expect, test } from "vitest"
import { datesHref, planningHref, planningPath, readPlanningUrl, visibleRange, stepHref, viewHref } from "./url.ts"

const today = "2027-06-10"
const read = (query: string) => readPlanningUrl(new URLSearchParams(query))
const query = (href: string) => href.split("?")[1] ?? ""

describe("the address of the planning", () => {
  test("the address holds the whole state and reads back as it was written", () => {
    const all =
      "vue=annee&produit=p1&q=bois&debut=2027-06-07&semaines=6&annee=2027&du=2027-06-01&au=2027-08-31&chaque=1&chaque=7&pour=p2&motif=Salon&geste=bloquer&deplacer=b1&sur=p1&exemplaire=2&jour=2027-06-12"
    expect(query(planningHref(read(all)))).toBe(all)
  })

  test("the address drops invalid values", () => {
    expect(
      planningHref(
        read("vue=siecle&debut=2027-02-30&semaines=99&annee=demain&geste=danser&chaque=8&deplacer=b1&exemplaire=x"),
      ),
    ).toBe(planningPath)
  })

  test("an action applies to the displayed product unless the address names another or all of them", () => {
    expect(read("produit=p1").actProduct).toBe("p1")
    expect(read("produit=p1&pour=p2").actProduct).toBe("p2")
    expect(read("produit=p1&pour=").actProduct).toBeNull()
    expect(query(planningHref(read("produit=p1&pour=")))).toBe("produit=p1&pour=")
  })

  test("an act names one unit of a product, and a picked rental may have no unit", () => {
    const one = "pour=p2%2F3&geste=reparer&deplacer=b1&exemplaire=aucun&jour=2027-06-12"
    expect(read(one)).toMatchObject({ actProduct: "p2", actUnit: 3, act: "reparer", picked: { unit: null } })
    expect(query(planningHref(read(one)))).toBe(one)
  })

  test("an empty address shows today or this year", () => {
    expect(visibleRange(read(""), today)).toEqual({
      from: "2027-06-10",
      to: "2027-06-13",
      year: 2027,
    })
  })

  test("the arrows step by the displayed range", () => {
    expect(query(stepHref(read("semaines=2"), 1, { today }))).toBe("debut=2027-06-24&semaines=2")
    expect(query(stepHref(read(""), -1, { today }))).toBe("debut=2027-06-06")
    expect(query(stepHref(read(""), 1, { today, days: 1 }))).toBe("debut=2027-06-11")
    expect(query(stepHref(read("vue=annee"), 1, { today }))).toBe("vue=annee&annee=2028")
  })

  test("a change of view keeps the period, and stays at today when no period was chosen", () => {
    expect(query(viewHref(read("debut=2028-08-30"), "annee", today))).toBe("vue=annee&annee=2028")
    expect(query(viewHref(read("vue=annee&annee=2027"), "planning", today))).toBe("")
    expect(query(viewHref(read("vue=annee&annee=2028"), "planning", today))).toBe("debut=2028-01-01")
    expect(query(viewHref(read("produit=p1"), "annee", today))).toBe("vue=annee&produit=p1")
  })
})

test("the link to choose other dates opens the booking's own form", () => {
  expect(datesHref("b1", ["2027-06-14", "2027-06-15"])).toBe(
    "/admin/bookings?reservation=b1&modifier=dates&jours=2027-06-14&jours=2027-06-15",
  )
})

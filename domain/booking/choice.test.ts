import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isId } from "../id.ts"
import { addDays } from "../day.ts"
import {
  alternativesField,
  choiceFields,
  reachableStep,
  readPlace,
  readSignInPrompt,
  signInSearch,
  stepAfterSignIn,
  wizardSearch,
  wizardSteps,
} from "./choice.ts"
import { malformedDates, readChoice, readPostedChoice } from "./read-choice.ts"

const choices = fc
  .record({
    days: fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 0, maxLength: 10 })
      .map((offsets) => offsets.map((offset) => addDays("2027-01-01", offset)).sort()),
    options: fc.uniqueArray(fc.record({ optionId: fc.uuid(), quantity: fc.integer({ min: 1, max: 99_999 }) }), {
      selector: (o) => o.optionId,
      maxLength: 5,
    }),
    photoPacks: fc.integer({ min: 0, max: 999 }),
    place: fc.option(fc.tuple(fc.constantFrom("94130", "69002", "20090"), fc.option(fc.constant("Pont-l’Évêque")))),
    cartItem: fc.option(fc.uuid().filter(isId)),
  })
  .map(({ place, ...choice }) => ({ ...choice, postcode: place?.[0] ?? null, town: place?.[1] ?? null }))

describe("the wizard's choice in the URL", () => {
  test("a choice reads back from the URL as it was written @R-wizard-url", () => {
    fc.assert(
      fc.property(choices, (choice) => {
        expect(readChoice(new URLSearchParams(wizardSearch("options", choice)))).toEqual(choice)
        expect(readChoice(new URLSearchParams(choiceFields(choice)))).toEqual(choice)
      }),
    )
  })

  test("the days come from repeated fields or a list, sorted and without duplicates", () => {
    const values = new URLSearchParams("date=2027-06-12&date=2027-06-11&dates=2027-06-12,2027-06-20")
    expect(readChoice(values).days).toEqual(["2027-06-11", "2027-06-12", "2027-06-20"])
  })

  test("the URL drops invalid values and never throws", () => {
    const values = new URLSearchParams("date=2027-02-30&date=demain&packs=-3&cp=94&o.x=abc&o.y=1e3&ligne=3")
    expect(readChoice(values)).toEqual({
      days: [],
      options: [],
      photoPacks: 0,
      postcode: null,
      town: null,
      cartItem: null,
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        readChoice(new URLSearchParams(pairs))
        readPlace(new URLSearchParams(pairs))
      }),
    )
  })

  test("a town comes only with its postcode, trimmed and of a valid length", () => {
    const placeIn = (search: string) => {
      const { postcode, town } = readChoice(new URLSearchParams(search))
      return [postcode, town]
    }
    expect(placeIn("cp=29120&ville=+Pont-l’Abbé+")).toEqual(["29120", "Pont-l’Abbé"])
    expect(placeIn("cp=29120&ville=+")).toEqual(["29120", null])
    expect(placeIn("cp=29120")).toEqual(["29120", null])
    expect(placeIn("ville=Brest")).toEqual([null, null])
    expect(placeIn("cp=291201&ville=Brest")).toEqual([null, null])
    expect(placeIn("cp=F29120&ville=Brest")).toEqual([null, null])
    expect(placeIn(`cp=29120&ville=${"a".repeat(200)}`)).toEqual(["29120", "a".repeat(60)])
  })

  test("the URL leaves out what was not chosen", () => {
    const nothing = { days: [], options: [], photoPacks: 0, postcode: null, town: null, cartItem: null }
    expect(choiceFields(nothing)).toEqual([])
    expect(wizardSearch("calendar", nothing)).toBe("?step=calendar")
    expect(wizardSearch("calendar", nothing, "2027-06")).toBe("?step=calendar&mois=2027-06")
    expect(readChoice(new URLSearchParams())).toEqual(nothing)
  })

  test("a choice is written as in links that were sent earlier", () => {
    const cartItem = "00000000-0000-4000-8000-000000000001"
    const choice = {
      days: ["2027-06-12" as const],
      options: [{ optionId: "banc", quantity: 2 }],
      photoPacks: 3,
      postcode: "29120",
      town: "Brest",
      cartItem,
    } as const
    expect(
      wizardSearch("delivery", { ...choice, days: [...choice.days], options: [...choice.options] }, "2027-06", false),
    ).toBe(
      `?step=delivery&date=2027-06-12&o.banc=2&packs=3&cp=29120&ville=Brest&ligne=${cartItem}&mois=2027-06&mode=pickup`,
    )
  })

  test("the wizard's URL holds its step and month, the calendar's does not", () => {
    const place = (search: string) => readPlace(new URLSearchParams(search))
    expect(place("step=options&mois=2027-06")).toEqual({ step: "options", month: "2027-06", isDelivery: null })
    expect(place("")).toEqual({ step: "calendar", month: null, isDelivery: null })
    expect(place("step=fin&mois=2027-13")).toEqual({ step: "calendar", month: null, isDelivery: null })
  })

  test("a choice holds sixty-one days at most, so that an excess can be reported", () => {
    const many = Array.from({ length: 400 }, (_, index) => addDays("2027-01-01", index)).join(",")
    expect(readChoice(new URLSearchParams({ dates: many })).days).toHaveLength(61)
  })
})

test("an invalid posted quantity is preserved, to be refused", () => {
  const choice = readPostedChoice(new URLSearchParams("o.x=abc&o.y=-3&o.z=1.5&packs=beaucoup"))
  expect(choice.options.map(({ quantity }) => quantity)).toEqual([Number.NaN, -3, 1.5])
  expect(choice.photoPacks).toBeNaN()
  for (const nothing of ["o.x=&packs=", "o.x=+&packs=+", ""])
    expect(readPostedChoice(new URLSearchParams(nothing))).toMatchObject({ options: [], photoPacks: 0 })
})

test("a radio button chooses one option of its group, or none", () => {
  const field = alternativesField({ parentId: null, choiceGroup: "Fond" })
  const options = (id: string) => readPostedChoice(new URLSearchParams([[field, id]])).options
  expect(options("white")).toEqual([{ optionId: "white", quantity: 1 }])
  expect(options("")).toEqual([])
})

test("invalid posted dates are reported, empty ones are not", () => {
  const malformed = (search: string) => malformedDates(new URLSearchParams(search))
  expect(malformed("date=2027-06-12&date=demain&dates=2027-06-13,2027-02-30,+")).toEqual(["demain", "2027-02-30"])
  expect(malformed("date=2027-06-12&date=+")).toEqual([])
  expect(malformed("")).toEqual([])
})

test("the address says delivery or pick-up only when the link states it", () => {
  const choice = readChoice(new URLSearchParams("date=2027-06-12"))
  const modeIn = (search: string) => readPlace(new URLSearchParams(search)).isDelivery
  expect(modeIn(wizardSearch("delivery", choice, null, false))).toBe(false)
  expect(modeIn(wizardSearch("delivery", choice, null, true))).toBe(true)
  expect(modeIn(wizardSearch("delivery", choice))).toBeNull()
  expect(modeIn("?step=delivery&mode=autre")).toBeNull()
})

describe("the displayed step", () => {
  test("a step is never displayed before its conditions are met @S-wizard-order @P-anonymous-address", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...wizardSteps),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (requestedStep, hasDays, signedIn, hasAddress) => {
          const step = reachableStep(requestedStep, { hasDays, signedIn, hasAddress })
          if (step !== "calendar") expect(hasDays).toBe(true)
          if (step === "address" || step === "delivery") expect(signedIn).toBe(true)
          if (step === "delivery") expect(hasAddress).toBe(true)
          if (step === "register") expect(signedIn).toBe(false)
          expect(wizardSteps.indexOf(step)).toBeLessThanOrEqual(
            Math.max(wizardSteps.indexOf(requestedStep), wizardSteps.indexOf("address")),
          )
        },
      ),
    )
  })

  test("the requested step is displayed once its conditions are met", () => {
    const displayedSteps = (hasDays: boolean, signedIn: boolean, hasAddress: boolean) =>
      wizardSteps.map((requestedStep) => reachableStep(requestedStep, { hasDays, signedIn, hasAddress }))
    expect(displayedSteps(true, true, true)).toEqual(["calendar", "options", "address", "address", "delivery"])
    expect(displayedSteps(true, true, false)).toEqual(["calendar", "options", "address", "address", "address"])
    expect(displayedSteps(true, false, true)).toEqual(["calendar", "options", "register", "register", "register"])
    expect(displayedSteps(false, true, true)).toEqual(Array(5).fill("calendar"))
  })

  test("the address step follows once an anonymous visitor has signed in @S-wizard-after-sign-in", () => {
    expect(reachableStep("register", { hasDays: true, signedIn: false, hasAddress: false })).toBe("register")
    expect(reachableStep("register", { hasDays: true, signedIn: true, hasAddress: false })).toBe("address")
  })
})

describe("the sign-in on the way through the wizard", () => {
  test("the URL holds the reason, the return path and the whole choice", () => {
    fc.assert(
      fc.property(choices, fc.constantFrom("calendar" as const, "options" as const), (choice, back) => {
        const values = new URLSearchParams(signInSearch(choice, { why: "cart", back }))
        expect(readSignInPrompt(values)).toEqual({ why: "cart", back })
        expect(readChoice(values)).toEqual(choice)
        expect(readPlace(values).step).toBe("register")
      }),
    )
    const expired = signInSearch(readChoice(new URLSearchParams()), { why: "session" })
    expect(expired).toBe("?step=register&compte=connexion&pour=session")
    expect(readSignInPrompt(new URLSearchParams(expired))).toEqual({ why: "session" })
    expect(readSignInPrompt(new URLSearchParams("pour=panier&puis=delivery"))).toEqual({ why: "cart", back: "options" })
    expect(readSignInPrompt(new URLSearchParams("pour=autre"))).toBeNull()
  })

  test("the visitor returns to the step they came from, or else to the address step", () => {
    const after = (search: string) => stepAfterSignIn(new URLSearchParams(search))
    expect(after("step=register&pour=panier&puis=calendar")).toBe("calendar")
    expect(after("step=delivery&mode=pickup")).toBe("delivery")
    expect(after("step=register&pour=session&puis=delivery")).toBe("delivery")
    expect(after("step=register&pour=session&puis=ailleurs")).toBe("address")
    expect(after("step=register")).toBe("address")
    expect(after("step=address")).toBe("address")
  })
})

import { describe, expect, test } from "vitest"
import { cancellationList, cancellationSentences } from "./cancellation-labels.ts"

const tier = (daysBefore: number, refundPercent: number) => ({ daysBefore, refundPercent })

describe("the cancellation tiers in words (D29, D53)", () => {
  test("the tiers start with the earliest day in any order, and end with the days below the last @R-admin-tiers", () => {
    expect(cancellationSentences([tier(14, 50), tier(30, 100)])).toEqual([
      "30\u00a0jours ou plus avant le premier jour de location\u00a0: nous ne gardons rien",
      "de 29 à 14\u00a0jours avant\u00a0: nous gardons 50\u00a0% du total",
      "moins de 14\u00a0jours avant\u00a0: nous gardons le total",
    ])
  })

  test("the last days are named once when a tier covers them", () => {
    expect(cancellationSentences([tier(1, 50), tier(0, 10)])).toEqual([
      "1\u00a0jour ou plus avant le premier jour de location\u00a0: nous gardons 50\u00a0% du total",
      "moins de 1\u00a0jour avant\u00a0: nous gardons 90\u00a0% du total",
    ])
    expect(cancellationSentences([tier(0, 100)])).toEqual(["quelle que soit la date\u00a0: nous ne gardons rien"])
    expect(cancellationSentences([])).toEqual(["quelle que soit la date\u00a0: nous gardons le total"])
  })

  test("a tier of one day is named by that day", () => {
    expect(cancellationSentences([tier(3, 100), tier(2, 40), tier(1, 0)])).toEqual([
      "3\u00a0jours ou plus avant le premier jour de location\u00a0: nous ne gardons rien",
      "2\u00a0jours avant\u00a0: nous gardons 60\u00a0% du total",
      "1\u00a0jour avant\u00a0: nous gardons le total",
      "moins de 1\u00a0jour avant\u00a0: nous gardons le total",
    ])
  })

  test("the tiers are a list on the terms page", () => {
    expect(cancellationList([tier(1, 100)])).toBe(
      "- 1\u00a0jour ou plus avant le premier jour de location\u00a0: nous ne gardons rien\n" +
        "- moins de 1\u00a0jour avant\u00a0: nous gardons le total",
    )
  })
})

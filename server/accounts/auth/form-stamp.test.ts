import { describe, expect, test } from "vitest"
import { createStamp, secondsSince, spamReason } from "./form-stamp.ts"

const displayedAt = new Date("2027-06-12T18:30:00Z")
const after = (seconds: number) => new Date(displayedAt.getTime() + seconds * 1000)

describe("the stamp of a form", () => {
  test("the stamp tells the age of the form, for as long as the page stays open", async () => {
    const stamp = await createStamp("contact", displayedAt)
    expect(await secondsSince("contact", stamp, after(0))).toBe(0)
    expect(await secondsSince("contact", stamp, after(90_000))).toBe(90_000)
  })

  test.each([
    "",
    "x",
    "2027",
    "m5h3k0.",
    `m5h3k0.${"A".repeat(43)}`,
    "é".repeat(50),
    `${"9".repeat(400)}.${"A".repeat(43)}`,
  ])("the stamp cannot be forged: %s", async (stamp) =>
    expect(await secondsSince("contact", stamp, displayedAt)).toBeNull(),
  )

  test("the stamp cannot be backdated, used in another form, or come from the future", async () => {
    const [time = "", proof = ""] = (await createStamp("contact", displayedAt)).split(".")
    const older = (Number.parseInt(time, 36) - 60).toString(36)
    expect(await secondsSince("contact", `${older}.${proof}`, displayedAt)).toBeNull()
    expect(await secondsSince("newsletter", `${time}.${proof}`, after(5))).toBeNull()
    expect(await secondsSince("contact", `${time}.${proof}`, after(-1))).toBeNull()
  })
})

describe("a stamped form", () => {
  test("a form that the browser fills and sends at once passes, as does one open for an hour", async () => {
    const stamp = await createStamp("contact", displayedAt)
    expect(await spamReason("contact", { stamp, trap: "" }, after(0))).toBeNull()
    expect(await spamReason("contact", { stamp, trap: undefined }, after(3600))).toBeNull()
  })

  test("a form without its stamp, or with the hidden field filled, must be sent once more", async () => {
    const stamp = await createStamp("contact", displayedAt)
    expect(await spamReason("contact", { stamp: undefined, trap: "" }, after(9))).toBe("unstamped")
    expect(await spamReason("contact", { stamp, trap: "https://spam.example" }, after(9))).toBe("trap")
  })
})

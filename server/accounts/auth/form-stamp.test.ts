import { describe, expect, test } from "vitest"
import { newStamp, secondsSince, suspicionOf } from "./form-stamp.ts"

const shown = new Date("2027-06-12T18:30:00Z")
const after = (seconds: number) => new Date(shown.getTime() + seconds * 1000)

describe("The stamp of a form", () => {
  test("tells how long ago the form was shown, for as long as the page stays open", async () => {
    const stamp = await newStamp("contact", shown)
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
  ])("cannot be made up: %s", async (stamp) => expect(await secondsSince("contact", stamp, shown)).toBeNull())

  test("cannot be made older, nor be shown to another form, nor come from tomorrow", async () => {
    const [time = "", proof = ""] = (await newStamp("contact", shown)).split(".")
    const older = (Number.parseInt(time, 36) - 60).toString(36)
    expect(await secondsSince("contact", `${older}.${proof}`, shown)).toBeNull()
    expect(await secondsSince("newsletter", `${time}.${proof}`, after(5))).toBeNull()
    expect(await secondsSince("contact", `${time}.${proof}`, after(-1))).toBeNull()
  })
})

describe("A form", () => {
  test("that the browser fills and sends at once passes, as does one that was open for an hour", async () => {
    const stamp = await newStamp("contact", shown)
    expect(await suspicionOf("contact", { stamp, trap: "" }, after(0))).toBeNull()
    expect(await suspicionOf("contact", { stamp, trap: undefined }, after(3600))).toBeNull()
  })

  test("that comes back without its stamp or with the hidden field filled is asked for once more", async () => {
    const stamp = await newStamp("contact", shown)
    expect(await suspicionOf("contact", { stamp: undefined, trap: "" }, after(9))).toBe("unstamped")
    expect(await suspicionOf("contact", { stamp, trap: "https://spam.example" }, after(9))).toBe("trap")
  })
})

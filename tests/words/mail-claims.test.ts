import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Says of a mail that it arrives, whoever reads it and whether or not mails leave. */
const claimed = /reçoit (?:ensuite )?(?:un courriel|votre réponse|un e-mail)/

/** These ask first whether the customer has an address. */
const exceptions = ["app/admin/bookings/booking/deposit-acts.server.ts"]

test("no screen of the owner says that a customer gets a mail: one waits, or does not leave (mailLabel)", () => {
  const files = globSync("app/admin/**/*.{ts,tsx}").filter((file) => !exceptions.includes(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => claimed.test(readFileSync(file, "utf8")))).toEqual([])
  expect(claimed.test("Le client reçoit votre réponse par courriel.")).toBe(true)
})

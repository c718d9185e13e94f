import { expect, test } from "vitest"
import { cardWarning, cardMode } from "./current.server.ts"

const key = { secretKey: "sk_test_1", webhookSecret: null, apiBase: null } as never
const local = { origin: "http://localhost:3000", isOriginConfigured: false, host: "127.0.0.1", seed: "demo" } as const
const shop = {
  origin: "https://guinguette.example",
  isOriginConfigured: true,
  host: "127.0.0.1",
  seed: "demo",
} as const
const open = { ...local, host: "0.0.0.0", seed: "none" } as const

test.each([
  ["with a key, wherever it is", { ...shop, production: true, stripe: key, paymentsDemo: true }, "stripe"],
  ["with a key, on this machine alone", { ...local, production: false, stripe: key, paymentsDemo: false }, "stripe"],
  ["on an address that only this machine reaches", { ...local, production: true }, "demo"],
  [
    "by ORIGIN=http://127.0.0.1",
    { ...open, production: true, origin: "http://127.0.0.1:3000", isOriginConfigured: true },
    "demo",
  ],
  [
    "by ORIGIN=http://[::1]",
    { ...open, production: true, origin: "http://[::1]:3000", isOriginConfigured: true },
    "demo",
  ],
  ["on a public address", { ...shop, production: true }, "none"],
  [
    "in the demonstration shop by HOST=0.0.0.0, in a container say",
    { ...open, production: true, seed: "demo" },
    "demo",
  ],
  ["by HOST=0.0.0.0 without ORIGIN", { ...open, production: true }, "none"],
  ["by HOST=:: without ORIGIN", { ...open, production: true, host: "::" }, "none"],
  ["on a public address where PAYMENTS=demo asks for it", { ...shop, production: true, paymentsDemo: true }, "demo"],
  ["for other machines where PAYMENTS=demo asks for it", { ...open, production: true, paymentsDemo: true }, "demo"],
  ["while developing", { ...open, production: false }, "demo"],
] as const)("cards are taken %s", (_where, setup, way) => {
  expect(cardMode({ stripe: null, paymentsDemo: false, ...setup })).toBe(way)
})

test("the operator reads why no card is taken, and that the demonstration is publicly reachable", () => {
  const setup = { stripe: null, paymentsDemo: false, production: true }
  expect(cardWarning({ ...setup, ...open })).toContain("PAYMENTS=demo")
  expect(cardWarning({ ...setup, ...open, seed: "demo" })).toContain("demonstration")
  expect(cardWarning({ ...setup, ...shop, paymentsDemo: true })).toContain("demonstration")
  expect(cardWarning({ ...setup, ...local })).toBeNull()
  expect(cardWarning({ ...setup, ...shop, stripe: key })).toBeNull()
})

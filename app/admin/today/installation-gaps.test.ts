import { expect, test } from "vitest"
import { installationGaps } from "./installation-gaps.ts"

const whole = { smtpUrl: "smtp://mail.example", isOriginConfigured: true, origin: "https://belle.example" }
const labels = (environment: Partial<typeof whole> | { smtpUrl: null }) =>
  installationGaps({ ...whole, ...environment }).map(({ label }) => label.replaceAll("\u00a0", " "))

test("a missing setting of the server is said in an owner’s words", () => {
  expect(labels({})).toEqual([])
  expect(labels({ smtpUrl: null })).toEqual(["Aucun e-mail ne part : indiquez votre serveur de messagerie"])
  expect(labels({ isOriginConfigured: false, origin: "http://localhost:3000" })).toEqual([
    "Vos liens disent http://localhost:3000 : indiquez l’adresse de votre boutique",
  ])
})

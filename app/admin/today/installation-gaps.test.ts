import { expect, test } from "vitest"
import { installationGaps } from "./installation-gaps.ts"

const whole = { smtpUrl: "smtp://mail.example", isOriginConfigured: true, origin: "https://belle.example" }
const labels = (environment: Partial<typeof whole> | { smtpUrl: null }) =>
  installationGaps({ ...whole, ...environment }).map(({ label }) => label.replaceAll("\u00a0", " "))

test("a missing setting that only the operator can set is named", () => {
  expect(labels({})).toEqual([])
  expect(labels({ smtpUrl: null })).toEqual(["serveur de messagerie (SMTP_URL) : aucun e-mail ne part"])
  expect(labels({ isOriginConfigured: false, origin: "http://localhost:3000" })).toEqual([
    "adresse publique (ORIGIN) : les étiquettes et les textes disent http://localhost:3000",
  ])
})

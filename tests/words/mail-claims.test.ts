import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Claims that a mail has left or arrives, whether or not mails are sent. */
const claim = new RegExp(
  [
    "reçoit (?:ensuite )?(?:un e-mail|votre réponse)",
    "(?:e-mails?|code|lien|réponse)(?: [\\p{L}’]+){0,3} (?:est|sont|y est|vient de) part",
    "e-mail(?: [\\p{L}’]+){0,2} (?:part|arrive|vous le confirme|vous rappelle|vous attend|l’invite|invite|l’informe|le prévient|demande(?!r))",
    "arrive(?:nt)? par e-mail",
    "(?:vous|lui) (?:répondons|envoyons|l’envoyons) par e-mail",
    "(?:prévenu|informé)e? par e-mail",
    "accusons réception par e-mail",
    "recevez un e-mail",
  ].join("|"),
  "u",
)

const checksDelivery = /canMail|canDeliverMail/

/** These say that nothing leaves, or what to do with the page's mail. */
const exceptions = [
  "app/admin/kit/booking/customer-mail-note.tsx",
  "app/admin/people/person/route.tsx",
  "app/admin/people/person/file-sheets.tsx",
  "app/admin/bookings/new/form.tsx",
  "app/admin/today/installation-gaps.ts",
  "app/admin/bookings/booking/deposit-section.tsx",
  "app/site/account/email-link/route.tsx",
  "app/site/account/email/page.tsx",
  "app/site/account/my-data/rights.tsx",
]

const readText = (file: string) => readFileSync(file, "utf8").replaceAll(/\s+/g, " ")

test("no screen claims a sent mail without checking for a mail server (mailLabel, doneLabel)", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file) && !exceptions.includes(file))
  expect(files.length).toBeGreaterThan(600)
  expect(files.filter((file) => claim.test(readText(file)) && !checksDelivery.test(readText(file)))).toEqual([])
})

test.each([
  "Le client reçoit votre réponse par e-mail.",
  "Le code est parti à camille@exemple.example.",
  "La réponse arrive par e-mail.",
  "Un e-mail vous rappelle l’adresse.",
  "Un e-mail l’invite à choisir son mot de passe.",
  "Un dernier e-mail part à camille@exemple.example.",
  "Le client est prévenu par e-mail.",
  "Nous vous en accusons réception par e-mail, avec ce texte.",
  "Un e-mail vous demande de confirmer votre adresse.",
  "Cette personne et vous recevez un e-mail.",
])("the rule rejects %s", (sentence) => {
  expect(claim.test(sentence)).toBe(true)
})

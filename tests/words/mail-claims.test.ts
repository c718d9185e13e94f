import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Says of a mail that it has left, or arrives, whoever reads it and whether or not mails leave. */
const claimed = new RegExp(
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

/** These ask whether mails leave, or choose between two sentences by it. */
const asks = /mailsLeave|canDeliverMail|\bleave\b/

/** What is read there is no claim: it says that nothing leaves, or what to do with the mail that the page is about. */
const exceptions = [
  "app/admin/kit/booking/customer-mailed.tsx",
  "app/admin/people/person/route.tsx",
  "app/admin/people/person/file-sheets.tsx",
  "app/admin/bookings/new/new-client.tsx",
  "app/admin/today/installation-gaps.ts",
  "app/admin/bookings/booking/deposit-section.tsx",
  "app/site/account/email-link/route.tsx",
  "app/site/account/email/page.tsx",
  "app/site/account/my-data/rights.tsx",
  "app/site/sign-in/no-link-leaves.tsx",
]

const textOf = (file: string) => readFileSync(file, "utf8").replaceAll(/\s+/g, " ")

test("no screen says that a mail has left or arrives without asking whether one does (mailLabel, doneLabel)", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => !/\.test\./.test(file) && !exceptions.includes(file))
  expect(files.length).toBeGreaterThan(600)
  expect(files.filter((file) => claimed.test(textOf(file)) && !asks.test(textOf(file)))).toEqual([])
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
])("the guard finds: %s", (sentence) => {
  expect(claimed.test(sentence)).toBe(true)
})

import { expect, test } from "vitest"
import { mailLabel } from "./mail-labels.ts"

test("a queued mail never reads as sent: it waits, or stays where no mail server is set", () => {
  expect(mailLabel("le message", "lila@exemple.example", true)).toBe(
    "Le message attend son départ par e-mail à lila@exemple.example.",
  )
  expect(mailLabel("le message", "lila@exemple.example", false)).toBe(
    "Aucun serveur de messagerie n’est réglé\u00a0: le message ne part pas à lila@exemple.example, et se lit sous E-mails.",
  )
})

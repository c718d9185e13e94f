import { expect, test } from "vitest"
import { mailWords } from "./mail-words.ts"

test("What was written is never said to have left: it waits, or stays where no mail server is set", () => {
  expect(mailWords("le message", "lila@exemple.example", true)).toBe(
    "Le message attend son départ par courriel à lila@exemple.example.",
  )
  expect(mailWords("le message", "lila@exemple.example", false)).toBe(
    "Aucun serveur de courrier n’est réglé\u00a0: le message ne part pas à lila@exemple.example, et se lit sous Courriels.",
  )
})

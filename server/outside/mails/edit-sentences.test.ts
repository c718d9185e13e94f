import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { transaction } from "../../platform/database.server.ts"
import { composeMail } from "./compose.ts"
import { readEditableMail, resetSentences, saveSentences } from "./edit-sentences.ts"
import { exampleData } from "./example-data.ts"
import type { MailName } from "../../platform/mail/mails.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { previewMail } from "./preview.ts"
import { readSentences } from "../../platform/mail/sentences.ts"
import { db } from "../../platform/database.server.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

const owner = { kind: "administrator" as const, id: randomUUID(), name: "Camille" }
const at = new Date("2027-06-12T18:30:00Z")
const own: Sentences = {
  subject: "Un mot de {entreprise}",
  greeting: "Chers amis,",
  intro: "Voici notre introduction.\n\nEn deux paragraphes.",
  closing: "Bien à vous, {entreprise}",
}
const names = Object.keys(exampleData) as MailName[]
/** The owner types these mails entirely before sending. */
const freeTextMails: readonly MailName[] = ["booking-message", "product-letter"]

beforeEach(freshDatabase)

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ")

describe("the owner's own wording", () => {
  test.each(names.filter((name) => !freeTextMails.includes(name)))(
    "the sentences of %s can be edited, in subject and text",
    async (name) => {
      const editable = await readEditableMail(name)
      expect(editable?.sentences).toEqual(editable?.defaults)
      const before = await previewMail(name)
      expect(await saveSentences({ actor: owner, template: name, typed: own, loaded: 0, at })).toEqual({
        ok: true,
        value: 1,
      })
      const { subject, text } = await previewMail(name)
      expect(subject).toMatch(/^Un mot de .+/)
      for (const wording of ["Chers amis,", "Voici notre introduction.", "En deux paragraphes.", "Bien à vous,"]) {
        expect(oneLine(text)).toContain(wording)
      }
      expect(text).not.toMatch(/[{}]/)
      expect(await resetSentences(owner, name, 1, at)).toBe(true)
      expect(await previewMail(name)).toEqual(before)
    },
  )

  test("an open form is stale once its sentences were reset and edited again", async () => {
    const name = "booking-refused"
    const save = (greeting: string, loaded: number) =>
      saveSentences({ actor: owner, template: name, typed: { ...own, greeting }, loaded, at })
    expect(await save("Chers amis,", 0)).toEqual({ ok: true, value: 1 })
    expect(await resetSentences(owner, name, 1, at)).toBe(true)
    expect(await save("Bonjour à tous,", 0)).toMatchObject({ ok: true })
    expect(await save("Bonsoir,", 1)).toMatchObject({ ok: false, error: { kind: "stale", fields: ["greeting"] } })
  })

  test("every mail can be edited, except those typed entirely before sending", async () => {
    const fixed = []
    for (const name of names) if ((await readEditableMail(name)) === null) fixed.push(name)
    expect(fixed.toSorted()).toEqual(freeTextMails)
    for (const name of freeTextMails)
      expect(await saveSentences({ actor: owner, template: name, typed: own, loaded: 0, at })).toEqual({
        ok: false,
        error: { kind: "not-editable" },
      })
  })

  test("unknown placeholders are refused, in mails about accounts and about bookings", async () => {
    for (const name of ["email-verification", "booking-refused"] as const) {
      const saved = await saveSentences({
        actor: owner,
        template: name,
        typed: { ...own, intro: "Bonjour {prenom}" },
        loaded: 0,
        at,
      })
      expect(saved).toMatchObject({ ok: false, error: { kind: "unknown-placeholders", names: ["prenom"] } })
    }
  })
})

/** Never editable: a link's expiry, advice about unknown senders, legally required statements. */
const protectedSentences: readonly [MailName, readonly string[]][] = [
  ["email-verification", ["Lien valable 3", "Ignorez ce message.", "/verification/"]],
  ["sign-in-link", ["valable une heure, une seule fois", "Ignorez ce message.", "/connexion/lien/"]],
  ["password-forgotten", ["une heure", "Ignorez ce message.", "/nouveau-mot-de-passe/"]],
  ["password-invitation", ["7 jours", "Ignorez ce message.", "/nouveau-mot-de-passe/"]],
  ["shift-offered", ["/mission/", "L’adresse et le contact s’ouvrent la veille."]],
  ["shift-withdrawn", ["77680 Roissy-en-Brie"]],
  ["staff-invitation", ["7 jours", "Votre rôle", "/nouveau-mot-de-passe/"]],
  ["password-offered", ["une heure", "votre mot de passe reste le même", "/nouveau-mot-de-passe/"]],
  ["email-change-old", ["Ce n’est pas vous ? Refusez, puis changez de mot de passe."]],
  ["email-change-new", ["L’ancienne adresse doit aussi confirmer.", "Ignorez ce message."]],
  ["email-changed", ["camille.nouvelle@exemple.example", "Ce n’est pas vous ? Écrivez-nous sans attendre."]],
  ["access-added", ["Mon téléphone", "Si ce n’est pas vous, retirez-le, puis changez de mot de passe."]],
  ["account-shared", ["Vous pouvez : voir et réserver."]],
  ["booked-for-another", ["Rien à payer, aucun engagement"]],
  ["acted-for-another", ["Camille Exemple", "demande n° 1042", "Retirez cet accès"]],
  [
    "account-deleted",
    [
      "vos réservations 10 ans",
      "les factures et les états des lieux restent entiers, avec votre nom",
      "5 ans après notre réponse",
      "Vous n’avez rien demandé ? Écrivez-nous sans attendre.",
    ],
  ],
  ["signing-code", ["428 105", "Ne le donnez à personne."]],
  ["newsletter-confirmation", ["Ignorez ce message."]],
  ["newsletter-welcome", ["Ne plus recevoir nos nouveautés"]],
  ["rights-received", ["au plus tard le"]],
  ["rights-answered", ["C’est corrigé.", "CNIL"]],
  ["rights-extended", ["Vos échanges remontent à dix ans.", "CNIL"]],
  ["dormant-notice", ["connectez-vous avant le"]],
  ["contact-answer", ["Pas encore, mais cela viendra.", "Louez-vous aussi des tables"]],
  ["contact-message", ["Louez-vous aussi des tables", "camille@exemple.example"]],
]

test.each(protectedSentences)("any wording of %s keeps what protects its reader", async (name, wording) => {
  const { text } = await previewMail(name, own)
  for (const each of wording) expect(oneLine(text)).toContain(each)
})

test("a queued mail keeps the wording of that moment, and later ones have the new one", async () => {
  const orderOne = () =>
    transaction((tx) =>
      orderMail(tx, { template: "email-verification", to: [], data: exampleData["email-verification"] }, at),
    )
  await orderOne()
  await saveSentences({ actor: owner, template: "email-verification", typed: own, loaded: 0, at })
  await orderOne()
  const orders = await readMailOrders()
  const subjects = await Promise.all(orders.map(async (order) => (await composeMail(order)).subject))
  expect(subjects[0]).toBe("Confirmez votre adresse e-mail")
  expect(subjects[1]).toMatch(/^Un mot de /)
  expect(await readSentences("email-verification", db)).toEqual(own)
})

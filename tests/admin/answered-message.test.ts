import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import * as mailsPage from "../../app/admin/mails/route.tsx"
import * as messagesPage from "../../app/admin/messages/route.tsx"
import { db } from "../../server/platform/database.server.ts"
import { contactMessages } from "../../server/platform/schema/content.ts"
import { mails } from "../../server/platform/schema/mails.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

beforeAll(freshDatabase)

test("a reply that no mail server accepts is listed under E-mails as unsent, and can be sent again", async () => {
  const { from } = await administrator()
  const [message] = await db
    .insert(contactMessages)
    .values({ name: "Aïcha", email: "aicha@exemple.example", message: "Livrez-vous à Sceaux ?" })
    .returning()
  const here = `/admin/messages?message=${message?.id}`
  expect(await read(messagesPage, here, from)).toMatchObject({ canMail: false })
  const empty = await send(messagesPage, {
    path: here,
    fields: { intent: "repondre", id: message?.id ?? "", reponse: "  " },
    from,
  })
  expect(empty).toMatchObject({ status: 422, data: { errors: { reponse: "Écrivez votre réponse." } } })
  const { flash } = await send(messagesPage, {
    path: here,
    fields: { intent: "repondre", id: message?.id ?? "", reponse: "Oui, avec plaisir." },
    from,
  })
  expect(flash).toMatchObject({ kind: "success", title: "Réponse enregistrée" })
  expect(flash?.text).toContain("ne part pas à aicha@exemple.example, et se lit sous E-mails")
  expect(await read(mailsPage, "/admin/mails", from)).toMatchObject({
    canMail: false,
    rows: expect.arrayContaining([
      expect.objectContaining({ kind: "Réponse à un message", to: "aicha@exemple.example" }),
    ]),
  })

  const [mail] = await db
    .update(mails)
    .set({ state: "refused", code: 550, settledAt: new Date() })
    .where(eq(mails.template, "contact-answer"))
    .returning()
  const { mail: displayedMail } = await read<{ mail: { text: string } }>(
    mailsPage,
    `/admin/mails?courriel=${mail?.id}`,
    from,
  )
  expect(displayedMail.text).toContain("Oui, avec plaisir.")
  const again = await send(mailsPage, {
    path: "/admin/mails?etat=failed",
    fields: { intent: "renvoyer", id: mail?.id ?? "" },
    from,
  })
  expect(again.flash?.title).toBe("Un nouvel envoi est en attente")
  expect(await read(mailsPage, "/admin/mails", from)).toMatchObject({
    rows: expect.arrayContaining([
      expect.objectContaining({ id: mail?.id, stateText: expect.stringMatching(/^Refusé le .*, puis renvoyé$/) }),
    ]),
  })
  const tested = await send(mailsPage, { path: "/admin/mails", fields: { intent: "essai" }, from })
  expect(tested.flash).toMatchObject({ kind: "success", title: "E-mail d’essai écrit dans DATA_DIR/outbox" })
  const away = await send(messagesPage, { path: here, fields: { intent: "archiver", id: message?.id ?? "" }, from })
  expect(away.flash?.title).toBe("Message archivé")
})

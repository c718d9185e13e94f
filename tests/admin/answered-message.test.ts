import { beforeAll, expect, test } from "vitest"
import * as mailsPage from "../../app/admin/mails/route.tsx"
import * as messagesPage from "../../app/admin/messages/route.tsx"
import { db } from "../../server/database.server.ts"
import { contactMessages } from "../../server/schema/content.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

beforeAll(freshDatabase)

test("An answer that no mail server takes is not said to leave, and is read under E-mails", async () => {
  const { from } = await administrator()
  const [message] = await db
    .insert(contactMessages)
    .values({ name: "Aïcha", email: "aicha@exemple.example", message: "Livrez-vous à Sceaux ?" })
    .returning()
  const here = `/admin/messages?message=${message?.id}`
  expect(await read(messagesPage, here, from)).toMatchObject({ leave: false })
  const { flash } = await send(
    messagesPage,
    here,
    { intent: "repondre", id: message?.id ?? "", reponse: "Oui, avec plaisir." },
    from,
  )
  expect(flash).toMatchObject({ kind: "success", title: "Réponse enregistrée" })
  expect(flash?.text).toContain("ne part pas à aicha@exemple.example, et se lit sous E-mails")
  expect(await read(mailsPage, "/admin/mails", from)).toMatchObject({
    leave: false,
    rows: expect.arrayContaining([
      expect.objectContaining({ kind: "Réponse à un message", to: "aicha@exemple.example" }),
    ]),
  })
})

import { readFileSync, readdirSync } from "node:fs"
import { expect, test, beforeEach } from "vitest"
import { db } from "../database.server.ts"
import { system } from "../../../domain/accounts/party.ts"
import type { Action, RecordedBy, UndoableAction } from "../../../domain/journal/acts.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { recordedEvents } from "../schema/events.ts"
import { recordEvent } from "./record.ts"

beforeEach(freshDatabase)

const at = new Date("2027-05-01T09:00:00Z")
const booking = "00000000-0000-4000-8000-000000000001"

test("an undescribed act, or one with the wrong details, does not compile", async () => {
  const write = (_event: Parameters<typeof recordEvent>[1]) => undefined
  // @ts-expect-error Nobody lands on the moon.
  write({ by: system, action: "moon.landed", subject: "1", at })
  // @ts-expect-error No crater in a mail.
  write({ by: system, action: "mail.retried", subject: "1", details: { template: "x", crater: 3 }, at })
  // @ts-expect-error What was changed is named as the fields of a question are.
  write({ by: system, action: "faq.moved", subject: "1", details: { changed: ["crater"], version: "" }, at })
  // @ts-expect-error The name of a person is no fact: it stands where it can be erased.
  write({ by: system, action: "customer.created", subject: "1", details: { name: "Lila" }, at })
  // @ts-expect-error A reason is free text.
  write({ by: system, action: "booking.restored", subject: booking, details: { from: "refused", reason: "x" }, at })
  // @ts-expect-error Without its facts a move cannot be taken back.
  write({ by: system, action: "booking.confirmed", subject: booking, at })
  await recordEvent(db, { by: system, action: "mail.retried", subject: "1", details: { template: "x", mail: "2" }, at })
  expect(await db.select().from(recordedEvents)).toMatchObject([
    {
      action: "mail.retried",
      subjectKind: "mail",
      subjectId: "1",
      details: { template: "x", mail: "2" },
      personal: {},
    },
  ])
})

test("a new act does not compile without its label, subject, detail names and, if undoable, its undo", () => {
  type New = Action | "moon.landed"
  const labels = {} as Record<Action, string>
  // @ts-expect-error The new act has no words.
  const words: Record<New, string> = labels
  const undoing = {} as { [Name in UndoableAction]: (details: RecordedBy<Name>) => void }
  // @ts-expect-error The new act cannot be taken back.
  const undos: Record<UndoableAction | "moon.landed", unknown> = undoing
  // @ts-expect-error A refusal says no crater.
  const details: RecordedBy<"booking.refused"> = { crater: 3 }
  expect([words, undos, details]).toHaveLength(3)
})

test("only the function for typed acts writes into the record", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.(test|fixture)\./.test(file),
  )
  const writers = files.filter((file) =>
    /insert\(events\)|insert into events\b/.test(readFileSync(`server/${file}`, "utf8")),
  )
  expect(writers).toEqual(["platform/events/record.ts"])
})

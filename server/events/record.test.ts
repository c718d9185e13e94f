import { readFileSync, readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { detailNames } from "../../domain/journal/detail-names.ts"
import { recordEdit } from "../revisions/edits.ts"
import { db, transaction } from "../database.server.ts"
import { events } from "../schema/events.ts"
import { recordEvent, system } from "./record.ts"

const act = {
  actor: system,
  action: "moon.landed",
  subject: { kind: "moon", id: "1" },
  at: new Date("2027-05-01T09:00:00Z"),
}

test("what an act's record keeps has a name that the journal has words for: another does not compile", async () => {
  const spread = { crater: 3 }
  // @ts-expect-error The journal has no words for a crater.
  await recordEvent(db, { ...act, details: { crater: 3 } })
  // @ts-expect-error Not in a spread object either.
  await recordEvent(db, { ...act, details: { name: "Tycho", ...spread } })
  const fields: { name: string; crater: number } = { name: "Tycho", crater: 3 }
  const changed = Object.keys(fields)
  const actor = { kind: "administrator", id: "", name: "" } as const
  // @ts-expect-error Nor among the changed fields of a form.
  const edit = (tx: Parameters<typeof recordEdit>[0]) => recordEdit(tx, { ...act, actor, changed, version: act.at })
  expect(edit).toBeTypeOf("function")
  await recordEvent(db, { ...act, details: { name: "Tycho" } })
  expect(await transaction((tx) => tx.$count(events))).toBe(3)
})

test("nothing else writes into the record than the function that holds the names", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.(test|fixture)\./.test(file),
  )
  const writers = files.filter((file) =>
    /insert\(events\)|insert into events\b/.test(readFileSync(`server/${file}`, "utf8")),
  )
  expect(writers).toEqual(["events/record.ts"])
  expect(new Set(detailNames).size).toBe(detailNames.length)
})

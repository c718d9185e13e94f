import { expect, test } from "vitest"
import { trackUnsentChanges } from "./unsent-changes.ts"

const form = (method: string) =>
  Object.assign(new EventTarget(), { getAttribute: () => method }) as unknown as HTMLFormElement
const field = (of: HTMLFormElement | null) => Object.assign(new EventTarget(), { form: of })
/** A part of the page, which has these and nothing else. */
const part = (...inside: EventTarget[]) => ({ contains: (other: unknown) => inside.includes(other as EventTarget) })

test("a field that was changed is begun until its form is sent or leaves the page, whatever kind it is", () => {
  const unsent = trackUnsentChanges()
  const [note, other] = [form("post"), form("post")]
  const [text, box, mail] = [field(note), field(note), field(other)]
  const main = part(text, box, mail)
  expect(unsent.isIn(main)).toBe(false)
  unsent.note(box)
  unsent.note(mail)
  expect(unsent.isIn(main)).toBe(true)
  unsent.forget(note)
  expect([unsent.isIn(part(text, box)), unsent.isIn(main)]).toEqual([false, true])
  expect(unsent.isIn(part(text))).toBe(false)
  unsent.forget(other)
  expect(unsent.isIn(main)).toBe(false)
})

test("a search, a filter and what is in no form keep no page from following", () => {
  const unsent = trackUnsentChanges()
  const fields = [field(form("get")), field(null), new EventTarget()]
  for (const each of fields) unsent.note(each)
  unsent.note(null)
  expect(unsent.isIn(part(...fields))).toBe(false)
})

import { expect, test } from "vitest"
import { trackUnsentChanges } from "./unsent-changes.ts"

const form = (method: string) =>
  Object.assign(new EventTarget(), { getAttribute: () => method }) as unknown as HTMLFormElement
const field = (of: HTMLFormElement | null) => Object.assign(new EventTarget(), { form: of })
const part = (...inside: EventTarget[]) => ({ contains: (other: unknown) => inside.includes(other as EventTarget) })

test("a changed field is unsent until its form is sent or leaves the page, whatever its kind", () => {
  const unsent = trackUnsentChanges()
  const [note, other] = [form("post"), form("post")]
  const [text, box, mail] = [field(note), field(note), field(other)]
  const main = part(text, box, mail)
  expect(unsent.hasChangesIn(main)).toBe(false)
  unsent.note(box)
  unsent.note(mail)
  expect(unsent.hasChangesIn(main)).toBe(true)
  unsent.forget(note)
  expect([unsent.hasChangesIn(part(text, box)), unsent.hasChangesIn(main)]).toEqual([false, true])
  expect(unsent.hasChangesIn(part(text))).toBe(false)
  unsent.forget(other)
  expect(unsent.hasChangesIn(main)).toBe(false)
})

test("a search, a filter or a field outside a form does not stop the page from updating", () => {
  const unsent = trackUnsentChanges()
  const fields = [field(form("get")), field(null), new EventTarget()]
  for (const each of fields) unsent.note(each)
  unsent.note(null)
  expect(unsent.hasChangesIn(part(...fields))).toBe(false)
})

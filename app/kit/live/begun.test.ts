import { expect, test } from "vitest"
import { newBegun } from "./begun.ts"

const form = (method: string) =>
  Object.assign(new EventTarget(), { getAttribute: () => method }) as unknown as HTMLFormElement
const field = (of: HTMLFormElement | null) => Object.assign(new EventTarget(), { form: of })
/** A part of the page, which has these and nothing else. */
const part = (...inside: EventTarget[]) => ({ contains: (other: unknown) => inside.includes(other as EventTarget) })

test("a field that was changed is begun until its form is sent or leaves the page, whatever kind it is", () => {
  const begun = newBegun()
  const [note, other] = [form("post"), form("post")]
  const [text, box, mail] = [field(note), field(note), field(other)]
  const main = part(text, box, mail)
  expect(begun.isIn(main)).toBe(false)
  begun.note(box)
  begun.note(mail)
  expect(begun.isIn(main)).toBe(true)
  begun.forget(note)
  expect([begun.isIn(part(text, box)), begun.isIn(main)]).toEqual([false, true])
  expect(begun.isIn(part(text))).toBe(false)
  begun.forget(other)
  expect(begun.isIn(main)).toBe(false)
})

test("a search, a filter and what is in no form keep no page from following", () => {
  const begun = newBegun()
  const fields = [field(form("get")), field(null), new EventTarget()]
  for (const each of fields) begun.note(each)
  begun.note(null)
  expect(begun.isIn(part(...fields))).toBe(false)
})

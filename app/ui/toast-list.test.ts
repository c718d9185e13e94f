import { expect, test } from "vitest"
import { type ShownToast, withToast, withoutSuccess } from "./toast-list.ts"

const saved: ShownToast = { id: 1, kind: "success", title: "Enregistré" }
const undoable: ShownToast = {
  id: 2,
  kind: "success",
  title: "Refusée",
  undo: { seconds: 10, onUndo: () => undefined },
}
const failed: ShownToast = { id: 3, kind: "error", title: "Pas enregistré" }

test("what went well before goes when a save is refused, but for what can still be taken back", () => {
  expect(withToast([saved, undoable], failed)).toEqual([undoable, failed])
  expect(withoutSuccess([saved, undoable, failed])).toEqual([undoable, failed])
})

test("one success beside another stays", () => {
  const again = { ...saved, id: 4 }
  expect(withToast([saved], again)).toEqual([saved, again])
  expect(withToast([failed], saved)).toEqual([failed, saved])
})

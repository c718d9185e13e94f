import { expect, test } from "vitest"
import { type VisibleToast, withToast, withoutSuccess } from "./toast-list.ts"

const saved: VisibleToast = { id: 1, kind: "success", title: "Enregistré" }
const undoable: VisibleToast = {
  id: 2,
  kind: "success",
  title: "Refusée",
  undo: { seconds: 10, onUndo: () => undefined },
}
const failed: VisibleToast = { id: 3, kind: "error", title: "Pas enregistré" }

test("a refused save removes earlier success toasts, except those that can be undone", () => {
  expect(withToast([saved, undoable], failed)).toEqual([undoable, failed])
  expect(withoutSuccess([saved, undoable, failed])).toEqual([undoable, failed])
})

test("one success toast stays beside another", () => {
  const again = { ...saved, id: 4 }
  expect(withToast([saved], again)).toEqual([saved, again])
  expect(withToast([failed], saved)).toEqual([failed, saved])
})

import type { ToastMessage } from "./toast-card.tsx"

export type ShownToast = ToastMessage & { id: number }

/** With one more message. What went wrong takes the place of what was said to have gone well before. */
export function withToast(shown: readonly ShownToast[], added: ShownToast): ShownToast[] {
  return [...(added.kind === "error" ? withoutSuccess(shown) : shown), added]
}

/** Without what went well before, unless it can still be taken back: that offer stands for as long as it was given. */
export function withoutSuccess(shown: readonly ShownToast[]): ShownToast[] {
  return shown.filter(({ kind, undo }) => kind !== "success" || undo !== undefined)
}

import type { ToastMessage } from "./toast-card.tsx"

export type VisibleToast = ToastMessage & { id: number }

/** An error replaces earlier success messages. */
export function withToast(toasts: readonly VisibleToast[], added: VisibleToast): VisibleToast[] {
  return [...(added.kind === "error" ? withoutSuccess(toasts) : toasts), added]
}

/** Undoable messages stay for as long as they promised. */
export function withoutSuccess(toasts: readonly VisibleToast[]): VisibleToast[] {
  return toasts.filter(({ kind, undo }) => kind !== "success" || undo !== undefined)
}

import { useEffect } from "react"
import { type Location, useBlocker } from "react-router"
import { useUnsavedCount } from "../../kit/drafts/drafts.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { deleteParameter } from "../kit/delete-sheet.tsx"

/** Covers navigation inside the site and leaving it. */
export function LeaveDialog() {
  const unsaved = useUnsavedCount() > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && pageKey(currentLocation) !== pageKey(nextLocation),
  )
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [unsaved])
  if (!unsaved) return null
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={"Quitter sans enregistrer\u00a0?"}
      confirmLabel="Quitter"
      cancelLabel="Rester"
    >
      Ce que vous avez saisi ou choisi sur cette page n’est pas encore enregistré et sera perdu.
    </ConfirmDialog>
  )
}

/** Ignores the parameters of dialogs, and React Router's `?index` on form posts. */
export function pageKey({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(deleteParameter)
  parameters.delete("index")
  return `${pathname}?${parameters}`
}

import { useEffect } from "react"
import { type Location, useBlocker } from "react-router"
import { useUnsavedCount } from "../../kit/drafts/drafts.tsx"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { deleteParameter } from "../kit/delete-sheet.tsx"

/** Asks before what was typed or chosen is left behind: for another page of ours, or for another site. */
export function LeaveQuestion() {
  const unsaved = useUnsavedCount() > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && pageOf(currentLocation) !== pageOf(nextLocation),
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
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

/**
 * What stays when the address changes. Asking whether to delete something opens over the page; and a form on the first
 * page of a section posts to "/admin?index", which is the router's way to name that page.
 */
export function pageOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(deleteParameter)
  parameters.delete("index")
  return `${pathname}?${parameters}`
}

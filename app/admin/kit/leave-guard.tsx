import { useEffect } from "react"
import { type Location, useBlocker } from "react-router"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"
import { useUnsaved } from "./unsaved.ts"

/**
 * Asks before what was typed or chosen is left behind: for another page of ours, or for another site. A page may have
 * several: one of those that are dirty asks for all.
 */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const asks = useUnsaved(dirty)
  return asks ? <LeaveQuestion /> : null
}

function LeaveQuestion() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => pageOf(currentLocation) !== pageOf(nextLocation))
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [])
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

/** A question that opens over the page, such as whether to delete something, leaves it as it is. */
function pageOf({ pathname, search }: Location): string {
  const asked = new URLSearchParams(search)
  asked.delete("supprimer")
  return `${pathname}?${asked}`
}

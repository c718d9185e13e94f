import { useEffect } from "react"
import { useBlocker } from "react-router"
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx"

/** Asks before what was typed is left behind: for another page of ours, or for another site. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", ask)
    return () => window.removeEventListener("beforeunload", ask)
  }, [dirty])
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Quitter sans enregistrer ?"
      confirmLabel="Quitter"
      cancelLabel="Rester"
    >
      Ce que vous avez saisi sur cette page n’est pas encore enregistré et sera perdu.
    </ConfirmDialog>
  )
}

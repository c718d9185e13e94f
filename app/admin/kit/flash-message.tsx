import { useEffect } from "react"
import { Form, href, useLocation, useSubmit } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { useToast } from "../../ui/toast.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import type { Flash } from "./flash.ts"
import { keepPlace } from "./sheet.tsx"
import { UNDO_SECONDS } from "./undo-hint.ts"

const undoPath = href("/admin/annuler")

/** What was done, or why not: a toast where scripts run, with ten seconds to take it back; else a box at the top of the page. */
export function FlashMessage({ flash }: { flash: Flash | null }) {
  const toast = useToast()
  const hydrated = useHydrated()
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!flash) return
    const { undo: event, ...message } = flash
    const onUndo = () =>
      void submit(
        { evenement: String(event), retour: here() },
        { method: "post", action: undoPath, preventScrollReset: true },
      )
    toast(event === undefined ? message : { ...message, undo: { seconds: UNDO_SECONDS, onUndo } })
    keepPlace()
  }, [flash, toast, submit])
  if (!flash || hydrated) return null
  return (
    <div className="without-script">
      <Notice tone={flash.kind} title={flash.title} live>
        {flash.text && <p>{flash.text}</p>}
        {flash.undo !== undefined && (
          <Form method="post" action={undoPath}>
            <input type="hidden" name="evenement" value={flash.undo} />
            <input type="hidden" name="retour" value={pathname + search} />
            <Button variant="secondary" size="small">
              Annuler
            </Button>
          </Form>
        )}
      </Notice>
    </div>
  )
}

/** Where the person is when they press, which may be further than where the message appeared. */
function here(): string {
  return window.location.pathname + window.location.search
}

import { useEffect } from "react"
import { Form, href, useLocation, useSubmit } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { useToast } from "../../ui/toast.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import type { Flash } from "./flash.ts"
import { restoreFocus } from "./sheet.tsx"
import { UNDO_SECONDS } from "./undo-hint.ts"

const undoPath = href("/admin/annuler")

/** With JavaScript a toast with undo; without, a notice at the top of the page. */
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
        { evenement: String(event), retour: currentUrl() },
        { method: "post", action: undoPath, preventScrollReset: true },
      )
    toast(event === undefined ? message : { ...message, undo: { seconds: UNDO_SECONDS, onUndo } })
    restoreFocus()
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

/** Read on press: the user may have navigated since the toast appeared. */
function currentUrl(): string {
  return window.location.pathname + window.location.search
}

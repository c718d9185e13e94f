import { useEffect } from "react"
import { Notice } from "../../ui/notice.tsx"
import { useToast } from "../../ui/toast.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import type { Flash } from "./bookings-view.ts"
import { keepPlace } from "./keep-place.ts"

/** What was done, or why not: a toast where scripts run, else a box at the top of the page. */
export function FlashMessage({ flash }: { flash: Flash | null }) {
  const toast = useToast()
  const hydrated = useHydrated()
  useEffect(() => {
    if (!flash) return
    toast(flash)
    keepPlace()
  }, [flash, toast])
  if (!flash || hydrated) return null
  return (
    <div className="without-script">
      <Notice tone={flash.kind} title={flash.title} live>
        {flash.text}
      </Notice>
    </div>
  )
}

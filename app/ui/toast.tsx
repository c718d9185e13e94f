import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react"
import { createPortal } from "react-dom"
import { dialogClosed } from "./dialog-closed.ts"
import { ToastCard, type ToastMessage } from "./toast-card.tsx"

export type { ToastMessage }

type Show = (message: ToastMessage) => void

const ToastContext = createContext<Show | null>(null)

/** Gives `toast({ kind, title, text, undo })`: a success, something undoable, or an error that stays. */
export function useToast(): Show {
  const show = useContext(ToastContext)
  if (!show) throw new Error("useToast needs a ToastProvider above it")
  return show
}

/** Holds the messages of the page, bottom right. One, around everything. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(ToastMessage & { id: number })[]>([])
  const last = useRef(0)

  const show = useCallback<Show>((message) => {
    last.current += 1
    const id = last.current
    setToasts((shown) => [...shown, { ...message, id }])
  }, [])
  const drop = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))

  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion count={toasts.length}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} message={toast} onGone={() => drop(toast.id)} />
        ))}
      </ToastRegion>
    </ToastContext>
  )
}

/**
 * The corner where messages appear. While a modal dialog is open everything outside it is out of
 * reach, so the region moves inside; being a popover, it lies above.
 */
function ToastRegion({ count, children }: { count: number; children: ReactNode }) {
  const [region, setRegion] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const created = document.createElement("div")
    created.className = "toasts"
    created.popover = "manual"
    created.role = "region"
    created.ariaLabel = "Messages"
    created.ariaLive = "polite"
    setRegion(created)
    return () => created.remove()
  }, [])

  useLayoutEffect(() => {
    if (!region) return
    const place = () => {
      const host = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body
      if (region.parentElement !== host) host.append(region)
      if (region.matches(":popover-open")) region.hidePopover()
      if (count > 0) region.showPopover()
    }
    place()
    document.addEventListener(dialogClosed, place)
    return () => document.removeEventListener(dialogClosed, place)
  }, [region, count])

  return region && createPortal(children, region)
}

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from "react"
import { createPortal } from "react-dom"
import { DropSuccessContext } from "./drop-success.ts"
import { dialogClosed } from "./dialog-closed.ts"
import { ToastCard, type ToastMessage } from "./toast-card.tsx"
import { type VisibleToast, withToast, withoutSuccess } from "./toast-list.ts"

type ShowToast = (message: ToastMessage) => void

const ToastContext = createContext<ShowToast | null>(null)

export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error("useToast needs a ToastProvider above it")
  return show
}

const CountContext = createContext(0)

export function useToastCount(): number {
  return useContext(CountContext)
}

const SHORTCUT_KEY = "F8"

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly VisibleToast[]>([])
  const lastId = useRef(0)

  const show = useCallback<ShowToast>((message) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((current) => withToast(current, { ...message, id }))
  }, [])
  const dropSuccess = useCallback(() => setToasts(withoutSuccess), [])
  const shortcutTarget = toasts.findLast(({ undo }) => undo)?.id
  const drop = (id: number) => setToasts((current) => current.filter((toast) => toast.id !== id))

  return (
    <ToastContext value={show}>
      <DropSuccessContext value={dropSuccess}>
        <CountContext value={toasts.length}>{children}</CountContext>
      </DropSuccessContext>
      <ToastRegion count={toasts.length}>
        {toasts.map((toast) => (
          <ToastCard
            key={toast.id}
            message={toast}
            shortcut={toast.id === shortcutTarget ? SHORTCUT_KEY : null}
            onGone={() => drop(toast.id)}
          />
        ))}
      </ToastRegion>
    </ToastContext>
  )
}

/** A modal dialog makes everything outside inert, so the region moves into it. */
function ToastRegion({ count, children }: { count: number; children: ReactNode }) {
  const [region, setRegion] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const created = document.createElement("div")
    created.className = "toasts"
    created.popover = "manual"
    created.role = "region"
    created.ariaLabel = `Messages, ${SHORTCUT_KEY}`
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

  useShortcut(region, count)
  return region && createPortal(children, region)
}

/** Presses the newest undo, or focuses the newest button; Escape returns. */
function useShortcut(region: HTMLElement | null, count: number) {
  const returnFocus = useRef<HTMLElement | null>(null)

  useEffect(() => {
    if (!region || count === 0) return
    const press = (event: KeyboardEvent) => {
      const active = document.activeElement instanceof HTMLElement ? document.activeElement : null
      const isInside = region.contains(active)
      if (event.key === SHORTCUT_KEY) {
        const undo = [...region.querySelectorAll<HTMLButtonElement>("button.toast-action")].at(-1)
        const button = undo ?? [...region.querySelectorAll("button")].at(-1)
        if (!button) return
        event.preventDefault()
        if (undo) {
          // Holding the key is one press.
          if (!event.repeat) undo.click()
          return
        }
        if (!isInside) returnFocus.current = active
        button.focus()
      } else if (event.key === "Escape" && isInside && returnFocus.current) {
        // Must not close the dialog around the region.
        event.preventDefault()
        event.stopPropagation()
        active?.blur()
        returnFocus.current.focus()
        returnFocus.current = null
      }
    }
    document.addEventListener("keydown", press, { capture: true })
    return () => document.removeEventListener("keydown", press, { capture: true })
  }, [region, count])

  useLayoutEffect(() => {
    if (returnFocus.current && document.activeElement === document.body) {
      returnFocus.current.focus()
      returnFocus.current = null
    }
  }, [count])
}

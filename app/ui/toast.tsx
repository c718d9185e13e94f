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
import { type ShownToast, withToast, withoutSuccess } from "./toast-list.ts"

type Show = (message: ToastMessage) => void

const ToastContext = createContext<Show | null>(null)

/** Gives `toast({ kind, title, text, undo })`: a success, something undoable, or an error that stays. */
export function useToast(): Show {
  const show = useContext(ToastContext)
  if (!show) throw new Error("useToast needs a ToastProvider above it")
  return show
}

const CountContext = createContext(0)

/** How many messages are shown. */
export function useToastCount(): number {
  return useContext(CountContext)
}

/** Takes back what the newest message offers to take back; leads to a message that can only be closed. */
const KEY = "F8"

/** Holds the messages of the page, bottom right. One, around everything. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const last = useRef(0)

  const show = useCallback<Show>((message) => {
    last.current += 1
    const id = last.current
    setToasts((shown) => withToast(shown, { ...message, id }))
  }, [])
  const dropSuccess = useCallback(() => setToasts(withoutSuccess), [])
  const reached = toasts.findLast(({ undo }) => undo)?.id
  const drop = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))

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
            shortcut={toast.id === reached ? KEY : null}
            onGone={() => drop(toast.id)}
          />
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
    created.ariaLabel = `Messages, ${KEY}`
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

/**
 * The key undoes: it presses the button of the newest message that has one. Where there is nothing to take back it leads
 * to the newest button of the region; Escape, or the end of its message, leads back to where the person was.
 */
function useShortcut(region: HTMLElement | null, count: number) {
  const cameFrom = useRef<HTMLElement | null>(null)

  useEffect(() => {
    if (!region || count === 0) return
    const press = (event: KeyboardEvent) => {
      const present = document.activeElement instanceof HTMLElement ? document.activeElement : null
      const inside = region.contains(present)
      if (event.key === KEY) {
        const undo = [...region.querySelectorAll<HTMLButtonElement>("button.toast-action")].at(-1)
        const button = undo ?? [...region.querySelectorAll("button")].at(-1)
        if (!button) return
        event.preventDefault()
        if (undo) {
          // Held down it is one press.
          if (!event.repeat) undo.click()
          return
        }
        if (!inside) cameFrom.current = present
        button.focus()
      } else if (event.key === "Escape" && inside && cameFrom.current) {
        // Not for the dialog that the region may stand in.
        event.preventDefault()
        event.stopPropagation()
        // Where nothing had the focus nothing takes it: it must be let go of.
        present?.blur()
        cameFrom.current.focus()
        cameFrom.current = null
      }
    }
    document.addEventListener("keydown", press, { capture: true })
    return () => document.removeEventListener("keydown", press, { capture: true })
  }, [region, count])

  useLayoutEffect(() => {
    if (cameFrom.current && document.activeElement === document.body) {
      cameFrom.current.focus()
      cameFrom.current = null
    }
  }, [count])
}

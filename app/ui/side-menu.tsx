import { useEffect, useRef, useState, type ReactNode } from "react"
import { useLocation } from "react-router"
import MenuGlyph from "lucide-react/icons/menu"
import { Dialog } from "./dialog.tsx"
import { Icon } from "./icon.tsx"

/** Without JavaScript a disclosure; with it a modal dialog, which keeps and restores the focus. */
export function SideMenu({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()

  const lastKey = useRef<string>(null)

  // Navigation closes it; opened before hydration, it reopens as a dialog.
  useEffect(() => {
    const isFirst = lastKey.current === null
    lastKey.current = key
    setOpen(isFirst && details.current?.open === true)
    if (details.current) details.current.open = false
  }, [key])

  return (
    <>
      <details ref={details} className="side-menu">
        <summary
          className="icon-button icon-button-plain"
          aria-label="Menu"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.preventDefault()
            if (details.current?.open) details.current.open = false
            else setOpen(true)
          }}
        >
          <Icon icon={MenuGlyph} />
        </summary>
        <div className="side-menu-panel">{children}</div>
      </details>
      <Dialog open={open} onClose={() => setOpen(false)} title="Menu" shape="side" bare>
        {open && children}
      </Dialog>
    </>
  )
}

import { useEffect, useRef, useState, type ReactNode } from "react"
import { useLocation } from "react-router"
import MenuGlyph from "lucide-react/icons/menu"
import { Dialog } from "./dialog.tsx"
import { Icon } from "./icon.tsx"

export type SideMenuProps = {
  /** Names the button and the panel: "Menu". */
  label?: string
  children: ReactNode
}

/**
 * The menu of a small screen. Without a script it is a disclosure whose panel covers the side of the
 * page; with one, the same list opens in a modal dialog that keeps the keyboard and gives it back.
 */
export function SideMenu({ label = "Menu", children }: SideMenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()

  const shownFor = useRef<string>(null)

  // Going somewhere closes it; what was opened before the script was there stays so, as what it is from now on.
  useEffect(() => {
    const first = shownFor.current === null
    shownFor.current = key
    setOpen(first && details.current?.open === true)
    if (details.current) details.current.open = false
  }, [key])

  return (
    <>
      <details ref={details} className="side-menu">
        <summary
          className="icon-button icon-button-plain"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={(event) => {
            event.preventDefault()
            if (details.current?.open) details.current.open = false
            else setOpen(true)
          }}
        >
          <Icon of={MenuGlyph} />
        </summary>
        <div className="side-menu-panel">{children}</div>
      </details>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} shape="side" bare>
        {open && children}
      </Dialog>
    </>
  )
}

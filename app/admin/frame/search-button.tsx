import { Suspense, lazy, useEffect, useState, type MouseEvent } from "react"
import { createPortal } from "react-dom"
import { Link, href } from "react-router"
import Search from "lucide-react/icons/search"
import { Icon } from "../../ui/icon.tsx"

const CommandPalette = lazy(() => import("./palette.tsx"))

/** Without JavaScript it is a link to the search page. */
export function SearchButton({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      // The Markdown editor uses Ctrl-K for links.
      if (event.defaultPrevented) return
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return
      event.preventDefault()
      setOpen((isOpen) => !isOpen)
    }
    document.addEventListener("keydown", handleKeyDown)
    return () => document.removeEventListener("keydown", handleKeyDown)
  }, [])
  const openPalette = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Link
        to={href("/admin/recherche")}
        className="admin-search"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon icon={Search} />
        <span className="admin-search-word">Rechercher</span>
        <kbd className="needs-script" aria-hidden="true">
          Ctrl K
        </kbd>
      </Link>
      {open &&
        // A portal, so that the dark bar's colours do not apply.
        createPortal(
          <Suspense>
            <CommandPalette userId={userId} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

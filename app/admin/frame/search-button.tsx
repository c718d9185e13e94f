import { Suspense, lazy, useEffect, useState, type MouseEvent } from "react"
import { createPortal } from "react-dom"
import { Link, href } from "react-router"
import Search from "lucide-react/icons/search"
import { Icon } from "../../ui/icon.tsx"

/** Only who searches loads it. */
const CommandPalette = lazy(() => import("./palette.tsx"))

/** Opens the search, as Ctrl-K or ⌘K does anywhere in the back office; without a script it leads to the page of the search. */
export function SearchButton({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A field that is being written uses the same keys for a link.
      if (event.defaultPrevented) return
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return
      event.preventDefault()
      setOpen((shown) => !shown)
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [])
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Link
        to={href("/admin/recherche")}
        className="admin-search"
        onClick={openHere}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon of={Search} />
        <span className="admin-search-word">Rechercher</span>
        <kbd className="needs-script" aria-hidden="true">
          Ctrl K
        </kbd>
      </Link>
      {open &&
        // Over the page, out of the dark bar and its colours.
        createPortal(
          <Suspense>
            <CommandPalette userId={userId} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

import { type ReactNode, useEffect, useId } from "react"
import { useNavigate } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

type SheetProps = {
  title: string
  closeHref: string
  shape?: "wide" | "sheet" | "card"
  closeLabel?: string
  children: ReactNode
}

/** Without JavaScript it is the first section of the page. */
export function Sheet({ title, closeHref, shape = "sheet", closeLabel = "Fermer", children }: SheetProps) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const titleId = useId()
  useEffect(() => restoreFocus, [])
  if (hydrated) {
    const close = () => void navigate(closeHref, { preventScrollReset: true, replace: true })
    return (
      <Dialog open onClose={close} title={title} shape={shape}>
        {children}
      </Dialog>
    )
  }
  return (
    <section className="panel stack without-script" aria-labelledby={titleId}>
      <div className="cluster between">
        <h2 className="title-card" id={titleId}>
          {title}
        </h2>
        <ButtonLink to={closeHref} variant="secondary" size="small">
          {closeLabel}
        </ButtonLink>
      </div>
      {children}
    </section>
  )
}

/** When the focused element disappears, focus continues at the screen's top, not the site's. */
export function restoreFocus(): void {
  if (document.activeElement === document.body) document.getElementById("contenu")?.focus({ preventScroll: true })
}

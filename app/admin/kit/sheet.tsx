import { type ReactNode, useEffect, useId } from "react"
import { useNavigate } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

type SheetProps = {
  title: string
  /** The same screen without it. */
  closeHref: string
  /** `wide` for work, `card` for a question. */
  shape?: "wide" | "sheet" | "card"
  closeLabel?: string
  children: ReactNode
}

/** Something opened by the address of the page: a dialog where scripts run, else the first part of the page. */
export function Sheet({ title, closeHref, shape = "sheet", closeLabel = "Fermer", children }: SheetProps) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const titleId = useId()
  useEffect(() => keepPlace, [])
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

/** When what had the focus has gone with an answer, the keyboard goes on from the top of the screen, not of the site. */
export function keepPlace(): void {
  if (document.activeElement === document.body) document.getElementById("contenu")?.focus({ preventScroll: true })
}

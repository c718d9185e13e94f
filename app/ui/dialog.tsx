import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from "react"
import X from "lucide-react/icons/x"
import { classes } from "./classes.ts"
import { dialogClosed } from "./dialog-closed.ts"
import { IconButton } from "./icon-button.tsx"

export type DialogProps = {
  open: boolean
  /** Asked by Escape, by a press beside the dialog and by its close button. */
  onClose: () => void
  /** Names the dialog, and is its heading unless `bare`. */
  title: string
  children?: ReactNode
  /** Buttons, at the right of the last line. */
  foot?: ReactNode
  /** `sheet` fills a phone, `card` stays a card, `wide` is a larger sheet, `side` slides in at the right. */
  shape?: "sheet" | "card" | "wide" | "side"
  /** "alertdialog" when it interrupts to ask before something is destroyed. */
  role?: "dialog" | "alertdialog"
  /** The heading is left to the children; the title only names the dialog. */
  bare?: boolean
  /** A button in the corner closes it; a question has its own answers instead. */
  closable?: boolean
  /** Id of the sentence that explains the question of an alert dialog. */
  "aria-describedby"?: string | undefined
  className?: string | undefined
}

/** The browser's own modal dialog: it keeps the keyboard inside and gives the focus back. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  foot,
  shape = "sheet",
  role,
  bare = false,
  closable = true,
  className,
  "aria-describedby": describedBy,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    if (!dialog.open) dialog.showModal()
    // Closed before it leaves the page, so that the focus goes back where it came from.
    return () => {
      dialog.close()
      document.dispatchEvent(new Event(dialogClosed))
    }
  }, [open])

  const beside = (event: PointerEvent) => {
    pressedOutside.current = event.target === event.currentTarget
  }

  return (
    <dialog
      ref={ref}
      role={role}
      aria-describedby={describedBy}
      className={classes(
        "dialog",
        shape === "wide" && "dialog-wide",
        (shape === "sheet" || shape === "wide") && "dialog-sheet",
        shape === "side" && "dialog-side",
        className,
      )}
      {...(bare ? { "aria-label": title } : { "aria-labelledby": titleId })}
      onPointerDown={beside}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedOutside.current) onClose()
      }}
      onCancel={(event) => {
        // A file field inside also sends "cancel", which is not ours.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && open) onClose()
      }}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          {bare ? (
            <span />
          ) : (
            <h2 className="title-card" id={titleId}>
              {title}
            </h2>
          )}
          {closable && <IconButton plain icon={X} label="Fermer" onClick={onClose} />}
        </div>
        {children}
        {foot && <div className="dialog-foot">{foot}</div>}
      </div>
    </dialog>
  )
}

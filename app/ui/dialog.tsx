import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from "react"
import X from "lucide-react/icons/x"
import { classes } from "./classes.ts"
import { dialogClosed } from "./dialog-closed.ts"
import { IconButton } from "./icon-button.tsx"

type DialogProps = {
  open: boolean
  /** Called by Escape, a press outside and the close button. */
  onClose: () => void
  title: string
  children?: ReactNode
  foot?: ReactNode
  shape?: "sheet" | "card" | "wide" | "side"
  role?: "dialog" | "alertdialog"
  bare?: boolean
  closable?: boolean
  "aria-describedby"?: string | undefined
  className?: string | undefined
}

/** The native modal dialog keeps the keyboard inside and restores the focus. */
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
    // Closed before it is removed, so that the focus returns to where it was.
    return () => {
      dialog.close()
      document.dispatchEvent(new Event(dialogClosed))
    }
  }, [open])

  const notePress = (event: PointerEvent) => {
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
      onPointerDown={notePress}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedOutside.current) onClose()
      }}
      onCancel={(event) => {
        // A file field inside fires "cancel", too.
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

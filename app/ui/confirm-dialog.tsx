import { useId, type ReactNode } from "react"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  danger?: boolean
}

/** Cancel comes first, so that the dialog focuses the harmless answer. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel = "Garder",
  onConfirm,
  danger = true,
}: ConfirmDialogProps) {
  const sentenceId = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      shape="card"
      closable={false}
      role="alertdialog"
      aria-describedby={children ? sentenceId : undefined}
      foot={
        <>
          <Button type="button" variant="secondary" size="small" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="button" variant={danger ? "danger" : "primary"} size="small" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children && (
        <div className="soft small" id={sentenceId}>
          {children}
        </div>
      )}
    </Dialog>
  )
}

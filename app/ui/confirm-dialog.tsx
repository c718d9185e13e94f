import { useId, type ReactNode } from "react"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Id of the form to submit; otherwise use `onConfirm`. */
  form?: string | undefined
  onConfirm?: (() => void) | undefined
  busy?: boolean | undefined
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
  form,
  onConfirm,
  busy,
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
          <Button
            type={form ? "submit" : "button"}
            form={form}
            variant={danger ? "danger" : "primary"}
            size="small"
            busy={busy}
            onClick={onConfirm}
          >
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

import { useState } from "react"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { ConfirmDialog } from "../ui/confirm-dialog.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { EmptyState } from "../ui/empty-state.tsx"
import { FormError } from "../ui/form-error.tsx"
import { loadAfterMount } from "../ui/load-after-mount.tsx"
import { Notice, type NoticeTone } from "../ui/notice.tsx"
import { Progress, TimeLeft } from "../ui/progress.tsx"
import { Tag, type TagTone } from "../ui/tag.tsx"
import { useToast } from "../ui/toast.tsx"
import { Element } from "./element.tsx"

const noticeTones: readonly NoticeTone[] = ["info", "success", "warning", "error"]
const tagTones: readonly TagTone[] = ["pending", "ok", "late", "off", "busy", "neutral"]
const shapes = ["sheet", "card", "wide", "side"] as const
const errors = [{ message: "Indiquez un nom.", field: "name" }, { message: "Ce jour est pris." }]

const Late = loadAfterMount(() => Promise.resolve(() => <p>Chargé après la page.</p>))

export function MessageElements() {
  return (
    <>
      <Element files="notice">
        {noticeTones.map((tone) => (
          <Notice key={tone} tone={tone} title={`Un titre (${tone})`}>
            Une phrase qui dit la suite.
          </Notice>
        ))}
        <Notice tone="info">Sans titre.</Notice>
      </Element>
      <Element files="tag">
        <div className="cluster gap-3">
          {tagTones.map((tone) => (
            <Tag key={tone} tone={tone}>
              {tone}
            </Tag>
          ))}
          <Tag tone="ok" plain>
            sans image
          </Tag>
        </div>
      </Element>
      <Element files="progress load-after-mount">
        <Progress label="Envoi de la photo" value={0.4} hint="Encore 10 secondes." />
        <Progress label="Envoi qui commence" />
        <Card night>
          <TimeLeft share={0.7}>Encore 12 minutes</TimeLeft>
        </Card>
        <Late />
      </Element>
      <Element files="empty-state">
        <EmptyState
          title="Aucune réservation"
          headingLevel={3}
          action={
            <Button type="button" variant="secondary">
              Réserver
            </Button>
          }
        >
          Vos réservations seront ici.
        </EmptyState>
      </Element>
      <Toasts />
      <Dialogs />
      <Errors />
    </>
  )
}

function Toasts() {
  const toast = useToast()
  return (
    <Element files="toast toast-card">
      <div className="cluster gap-3">
        <Button type="button" variant="secondary" onClick={() => toast({ kind: "success", title: "Enregistré" })}>
          Succès
        </Button>
        <Button
          type="button"
          variant="secondary"
          onClick={() =>
            toast({
              kind: "success",
              title: "Produit supprimé",
              text: "Ses photos aussi.",
              undo: { seconds: 60, onUndo: () => undefined },
            })
          }
        >
          Succès à annuler
        </Button>
        <Button
          type="button"
          variant="secondary"
          onClick={() => toast({ kind: "error", title: "Le réseau ne répond pas", text: "Essayez encore." })}
        >
          Échec
        </Button>
      </div>
    </Element>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<string | null>(null)
  const close = () => setOpen(null)
  return (
    <Element files="dialog confirm-dialog">
      <div className="cluster gap-3">
        {[...shapes, "confirm", "harmless"].map((shape) => (
          <Button key={shape} type="button" variant="secondary" onClick={() => setOpen(shape)}>
            {`Ouvrir ${shape}`}
          </Button>
        ))}
      </div>
      {shapes.map((shape) => (
        <Dialog
          key={shape}
          open={open === shape}
          onClose={close}
          title={`Fenêtre ${shape}`}
          shape={shape}
          foot={
            <Button type="button" size="small" onClick={close}>
              Compris
            </Button>
          }
        >
          <p>Une phrase dans la fenêtre.</p>
        </Dialog>
      ))}
      <ConfirmDialog
        open={open === "confirm"}
        onClose={close}
        onConfirm={close}
        title={"Supprimer ce produit\u00a0?"}
        confirmLabel="Supprimer"
      >
        Ses photos aussi.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "harmless"}
        onClose={close}
        onConfirm={close}
        title={"Envoyer le devis\u00a0?"}
        confirmLabel="Envoyer"
        danger={false}
      />
    </Element>
  )
}

/** It takes the focus when it appears, so it appears on a press. */
function Errors() {
  const [shows, setShows] = useState(false)
  return (
    <Element files="form-error">
      <div className="cluster">
        <Button type="button" variant="secondary" onClick={() => setShows(!shows)}>
          Refuser le formulaire
        </Button>
      </div>
      {shows && (
        <>
          <FormError errors={[{ message: "Ce jour vient d’être pris." }]} />
          <FormError errors={errors} />
        </>
      )}
    </Element>
  )
}

import { Form, useLocation } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { StalePictureView, StoredPicture } from "../edit-refusal.ts"

type StalePictureProps = { stale: StalePictureView; intent: string; id: string; night: boolean; busy: boolean }

export function StalePicture({ stale: { by, when, present, sent }, intent, id, night, busy }: StalePictureProps) {
  const { pathname, search } = useLocation()
  const actText = present ? "a changé cette image" : "a retiré cette image"
  return (
    <div className="stack gap-3">
      <Notice
        tone="warning"
        title={by === "" ? "Cette image a changé entre-temps" : `${by} ${actText} ${when}`.trim()}
        live
      >
        {sent
          ? `Rien n’a été modifié. ${present ? "Voici l’image actuelle et la vôtre\u00a0:" : "Il n’y a plus d’image, et voici la vôtre\u00a0:"} à vous de choisir.`
          : "Rien n’a été retiré\u00a0: voici l’image actuelle."}
      </Notice>
      <div className="flex flex-wrap items-start gap-4">
        {present && <Version stored={present} words="Image actuelle" night={night} />}
        {sent && <Version stored={sent} words="Votre image, reçue et pas encore montrée" night={night} />}
      </div>
      {sent && (
        <Form method="post" className="cluster gap-2" preventScrollReset>
          <input type="hidden" name="vu" value={present?.url ?? ""} />
          <input type="hidden" name="envoyee" id={`${id}-envoyee`} value={sent.url} />
          <Button size="small" name="intent" value={intent} busy={busy}>
            Montrer la mienne
          </Button>
          <ButtonLink variant="quiet" size="small" to={pathname + search} preventScrollReset>
            {present ? "Garder l’image actuelle" : "Ne montrer aucune image"}
          </ButtonLink>
        </Form>
      )}
    </div>
  )
}

function Version({ stored: { picture }, words, night }: { stored: StoredPicture; words: string; night: boolean }) {
  return (
    <figure className="stack gap-1 min-w-0">
      <div className={night ? "on-night rounded-photo p-4" : undefined}>
        <img className="max-h-40 w-auto max-w-full rounded-photo" src={picture.src} alt={words} />
      </div>
      <figcaption className="small soft" aria-hidden="true">
        {words}
      </figcaption>
    </figure>
  )
}

import { CopyField } from "../../ui/copy-field.tsx"
import { Notice } from "../../ui/notice.tsx"

/** Displayed only once, because only a digest is stored. */
export function NewAddress({ address }: { address: string }) {
  return (
    <Notice tone="success" title="Votre lien est prêt" live>
      <div className="stack gap-3">
        <p>Copiez-le maintenant&nbsp;: il ne sera plus affiché. Gardez-le pour vous.</p>
        <CopyField label="Lien de l’agenda" name="lien" value={address} copiedText="Lien copié" once>
          <a href={address.replace(/^https?:/, "webcal:")}>Ouvrir dans mon agenda</a>
        </CopyField>
        <p className="small soft">
          iPhone, Mac et Outlook&nbsp;: «&nbsp;Ouvrir dans mon agenda&nbsp;». Google Agenda&nbsp;: sur un ordinateur,
          «&nbsp;Autres agendas&nbsp;», «&nbsp;À partir de l’URL&nbsp;», puis collez le lien.
        </p>
      </div>
    </Notice>
  )
}

import { CopyField } from "../../ui/copy-field.tsx"
import { Notice } from "../../ui/notice.tsx"

/** A key that was just made: shown once, because only a digest of it is kept. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="success" title="La clé est prête" live>
      <div className="stack gap-3">
        <p>
          Copiez-la maintenant&nbsp;: elle ne sera plus montrée. Qui l’a peut ce que vous avez coché&nbsp;: ne l’envoyez
          pas par courriel.
        </p>
        <CopyField label="Clé" name="cle" value={secret} copied="Clé copiée" />
      </div>
    </Notice>
  )
}

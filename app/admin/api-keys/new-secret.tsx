import { useRef, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

/** A key that was just made: shown once, because only a digest of it is kept. */
export function NewSecret({ secret }: { secret: string }) {
  const field = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    field.current?.querySelector("input")?.select()
    // Where the browser does not let us, it is selected.
    navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <Notice tone="success" title="La clé est prête" live>
      <div className="stack gap-3">
        <p>
          Copiez-la maintenant&nbsp;: elle ne sera plus montrée. Qui l’a peut ce que vous avez coché&nbsp;: ne l’envoyez
          pas par courriel.
        </p>
        <div ref={field}>
          <TextField label="Clé" name="cle" readOnly value={secret} onFocus={(event) => event.target.select()} />
        </div>
        {hydrated && (
          <div className="cluster gap-3">
            <Button type="button" variant="secondary" size="small" onClick={copy}>
              Copier
            </Button>
            <span aria-live="polite">{copied && "Clé copiée"}</span>
          </div>
        )}
      </div>
    </Notice>
  )
}

import { useRef, useState } from "react"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

/** The address of a feed that was just made: shown once, because only a digest of it is kept. */
export function NewAddress({ address }: { address: string }) {
  const field = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    field.current?.querySelector("input")?.select()
    // Where the browser does not let us, it is selected.
    navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <Notice tone="success" title="Votre lien est prêt" live>
      <div className="stack gap-3">
        <p>
          Copiez-le maintenant&nbsp;: il ne sera plus montré. Qui le connaît lit cet agenda&nbsp;: gardez-le pour vous.
        </p>
        <div ref={field}>
          <TextField
            label="Lien de l’agenda"
            name="lien"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <div className="cluster gap-3">
          {hydrated && (
            <Button type="button" variant="secondary" size="small" onClick={copy}>
              Copier
            </Button>
          )}
          <a href={address.replace(/^https?:/, "webcal:")}>Ouvrir dans mon agenda</a>
          <span aria-live="polite">{copied && "Lien copié"}</span>
        </div>
        <p className="small soft">
          iPhone, Mac et Outlook&nbsp;: «&nbsp;Ouvrir dans mon agenda&nbsp;». Google Agenda&nbsp;: sur un ordinateur,
          «&nbsp;Autres agendas&nbsp;», «&nbsp;À partir de l’URL&nbsp;», puis collez le lien. Les changements y arrivent
          au rythme de votre agenda, de quelques minutes à un jour.
        </p>
      </div>
    </Notice>
  )
}

import { Notice } from "../../ui/notice.tsx"
import type { StaleView } from "./refusal.ts"

/** Tells the second of two administrators what the first one saved; nothing was overwritten. */
export function StaleNotice({ stale }: { stale: StaleView }) {
  const { by, when, changed } = stale
  const who = by === "" ? "Cette page a été modifiée entre-temps" : `${by} a modifié cette page ${when}`
  return (
    <Notice tone="warning" title={who} live>
      <div className="stack gap-2">
        <p>Rien n’a été enregistré, et votre saisie est toujours là. Enregistrez de nouveau pour la garder à la place de celle-ci.</p>
        {changed.map(({ label, stored }) => (
          <details key={label}>
            <summary>{label}&nbsp;: lire ce qui est enregistré</summary>
            <p className="whitespace-pre-wrap wrap-anywhere">{stored === "" ? "(vide)" : stored}</p>
          </details>
        ))}
      </div>
    </Notice>
  )
}

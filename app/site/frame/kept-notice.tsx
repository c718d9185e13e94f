import { use } from "react"
import { KeptPageContext } from "../../kit/kept-page.ts"
import { Notice } from "../../ui/notice.tsx"

/** Above a page that is shown as it was last kept (D58). */
export function KeptNotice() {
  if (!use(KeptPageContext)) return null
  return (
    <div className="page pt-6">
      <Notice tone="warning" title="Le site est momentanément indisponible">
        Voici cette page telle que nous l’avons gardée, sans prix ni disponibilités. Rien de ce qui était enregistré
        n’est perdu&nbsp;: rechargez-la dans un instant pour réserver.
      </Notice>
    </div>
  )
}

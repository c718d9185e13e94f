import { useEffect, useState } from "react"
import { Notice } from "../../ui/notice.tsx"
import { hasDraftOn } from "../../kit/drafts/store.ts"

/** Why somebody is asked to sign in, and that what they were typing on that page waits for them. */
export function SignInReason({ wanted }: { wanted: string }) {
  const [kept, setKept] = useState(false)
  useEffect(() => setKept(hasDraftOn(wanted)), [wanted])
  return (
    <Notice tone="info" title="Votre session a pris fin, ou cette page demande de se connecter." live>
      {kept && "Votre saisie est gardée\u00a0: reconnectez-vous pour la retrouver."}
    </Notice>
  )
}

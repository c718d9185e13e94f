import { useEffect, useState } from "react"
import { Notice } from "../../ui/notice.tsx"
import { hasDraftOn } from "../../kit/drafts/store.ts"

export const signInReason = "Votre session a pris fin, ou cette page demande de se connecter."

/** Why somebody is asked to sign in, and that what they were typing on that page waits for them. */
export function SignInReason({ wanted }: { wanted: string }) {
  const [kept, setKept] = useState(false)
  useEffect(() => setKept(hasDraftOn(wanted)), [wanted])
  return (
    <Notice tone="info" title={signInReason} live>
      {kept && "Votre saisie est gardée\u00a0: reconnectez-vous pour la retrouver."}
    </Notice>
  )
}

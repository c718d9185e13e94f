import { useEffect, useState } from "react"
import { Notice } from "../../ui/notice.tsx"
import { hasDraftOn } from "../../kit/drafts/store.ts"

export const signInReason = "Connectez-vous pour continuer."

export function SignInReason({ requestedPath }: { requestedPath: string }) {
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => setHasDraft(hasDraftOn(requestedPath)), [requestedPath])
  return (
    <Notice tone="info" title={signInReason} live>
      {hasDraft && "Votre saisie est gardée\u00a0: reconnectez-vous pour la retrouver."}
    </Notice>
  )
}

import { useEffect, useState } from "react"
import { Notice } from "../../ui/notice.tsx"
import { useToast } from "../../ui/toast.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

type WelcomeProps = { name: string; email: string; canMail: boolean }

const SECONDS = 6

export function Welcome({ name, email, canMail }: WelcomeProps) {
  const toast = useToast()
  const hydrated = useHydrated()
  // A reload must not greet again.
  const [isLoadedWithPage] = useState(!hydrated)
  const title = `Bienvenue, ${name}`
  const text = canMail
    ? `Un e-mail vous demande de confirmer ${email}.`
    : `Votre compte est prêt. Vous confirmerez ${email} plus tard.`
  useEffect(() => {
    if (isLoadedWithPage && !isRedirectAfterForm()) return
    toast({ kind: "success", title, text, seconds: SECONDS })
  }, [toast, title, text, isLoadedWithPage])
  if (hydrated) return null
  return (
    <div className="page py-6 without-script">
      <Notice tone="success" title={title} live>
        <p>{text}</p>
      </Notice>
    </div>
  )
}

/** The sign-up form, sent before hydration, redirects to this document. */
function isRedirectAfterForm(): boolean {
  const [entry] = performance.getEntriesByType("navigation")
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate" && entry.redirectCount > 0
}

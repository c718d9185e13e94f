import { useEffect, useState } from "react"
import { Notice } from "../../ui/notice.tsx"
import { useToast } from "../../ui/toast.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

type WelcomeProps = { name: string; email: string; mailsLeave: boolean }

/** Ten words, at the pace of who reads slowly; on a phone they lie over the foot of the page meanwhile. */
const SECONDS = 6

/** A new account is greeted on the page that it was opened from: a message in the corner, or a box where no script runs. */
export function Welcome({ name, email, mailsLeave }: WelcomeProps) {
  const toast = useToast()
  const hydrated = useHydrated()
  // A page loaded by itself was there before, or another was: it has been said.
  const [isLoadedWithPage] = useState(!hydrated)
  const title = `Bienvenue, ${name}`
  const text = mailsLeave
    ? `Un e-mail vous demande de confirmer ${email}.`
    : `Aucun e-mail ne part en ce moment\u00a0: ${email} reste à confirmer.`
  useEffect(() => {
    if (isLoadedWithPage && !isAnswerOfForm()) return
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

/** Whether the form of signing up, sent before a script was there, has led to this document: it answers with another address. */
function isAnswerOfForm(): boolean {
  const [entry] = performance.getEntriesByType("navigation")
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate" && entry.redirectCount > 0
}

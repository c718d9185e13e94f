import { useEffect } from "react"
import { Notice } from "../../ui/notice.tsx"
import { useToast } from "../../ui/toast.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

type WelcomeProps = { name: string; email: string }

/** Twenty-five words, at the pace of who reads slowly. */
const SECONDS = 10

/** A new account is greeted on the page that it was opened from: a message in the corner, or a box where no script runs. */
export function Welcome({ name, email }: WelcomeProps) {
  const toast = useToast()
  const hydrated = useHydrated()
  const title = `Bienvenue, ${name}`
  const text = `Votre compte est ouvert. Un courriel vous demande de confirmer votre adresse ${email}\u00a0: nous y enverrons ce qui concerne vos réservations.`
  useEffect(() => {
    toast({ kind: "success", title, text, seconds: SECONDS })
  }, [toast, title, text])
  if (hydrated) return null
  return (
    <div className="page pt-6 without-script">
      <Notice tone="success" title={title} live>
        <p>{text}</p>
      </Notice>
    </div>
  )
}

import { Suspense, useState, type MouseEvent } from "react"
import { Link, href, useLocation } from "react-router"
import { buttonClass } from "../../../ui/button-class.ts"
import { lazyWithFallback } from "../../../ui/lazy-with-fallback.ts"
import { useLeavePage } from "../../../ui/use-leave-page.ts"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { AllOrNothing, CookieForm } from "./form.tsx"

const preferences = `${href("/legal/cookies")}#preferences`

const CookieDialog = lazyWithFallback(async () => (await import("./dialog.tsx")).CookieDialog, PreferencesFallback)

/** Asks again after six months (D23). With scripts it waits for hydration, so that it delays nothing. */
export function CookieBanner() {
  const { pathname, search } = useLocation()
  const [choosing, setChoosing] = useState(false)
  const [answered, setAnswered] = useState(false)
  const isHydrated = useHydrated()
  // The preferences page has the panel itself; an offline manual cannot post.
  if (answered || pathname === href("/legal/cookies") || (isHydrated && !navigator.onLine)) return null
  const back = pathname + search

  const onStored = () => {
    setAnswered(true)
    // The focused button is gone: the keyboard continues in the page.
    document.getElementById("contenu")?.focus({ preventScroll: true })
  }
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setChoosing(true)
  }

  return (
    <>
      <section className="cookie-banner" aria-label="Cookies" data-awake={isHydrated || undefined}>
        <p>Acceptez-vous une mesure d’audience anonyme et nos nouveautés&nbsp;? Le reste est nécessaire au site.</p>
        <CookieForm back={back} onStored={onStored} className="cookie-answers">
          <AllOrNothing />
          <Link
            to={preferences}
            aria-haspopup={isHydrated ? "dialog" : undefined}
            className={buttonClass({ variant: "secondary", size: "small" })}
            onClick={choose}
          >
            Personnaliser
          </Link>
        </CookieForm>
      </section>
      {choosing && (
        <Suspense>
          <CookieDialog onClose={() => setChoosing(false)} onStored={onStored} back={back} />
        </Suspense>
      )}
    </>
  )
}

function PreferencesFallback() {
  return useLeavePage(preferences)
}

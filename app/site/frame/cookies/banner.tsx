import { Suspense, useState, type MouseEvent } from "react"
import { Link, href, useLocation } from "react-router"
import { buttonClass } from "../../../ui/button-class.ts"
import { later } from "../../../ui/later.ts"
import { useLeaveFor } from "../../../ui/use-leave-for.ts"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { AllOrNothing, CookieForm } from "./form.tsx"

const preferences = `${href("/legal/cookies")}#preferences`

const CookieDialog = later(async () => (await import("./dialog.tsx")).CookieDialog, PreferencesPage)

/**
 * Asks once, and again after six months (D23). Where scripts run it waits until the page is awake, so that it delays
 * nothing; where they do not, it is there from the start.
 */
export function CookieBanner() {
  const { pathname, search } = useLocation()
  const [choosing, setChoosing] = useState(false)
  const [answered, setAnswered] = useState(false)
  const awake = useHydrated()
  // Their page has the panel itself; a manual that is read without a network can post nothing.
  if (answered || pathname === href("/legal/cookies") || (awake && !navigator.onLine)) return null
  const back = pathname + search

  const onStored = () => {
    setAnswered(true)
    // The button that had the focus is gone: the keyboard goes on in the page.
    document.getElementById("contenu")?.focus({ preventScroll: true })
  }
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setChoosing(true)
  }

  return (
    <>
      <section className="cookie-banner" aria-label="Cookies" data-awake={awake || undefined}>
        <p>
          Quelques cookies font marcher ce site. Acceptez-vous aussi une mesure d’audience, faite par nous seuls, et nos
          propositions de nouveautés&nbsp;?
        </p>
        <CookieForm back={back} onStored={onStored} className="cookie-answers">
          <AllOrNothing />
          <Link
            to={preferences}
            aria-haspopup={awake ? "dialog" : undefined}
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

/** Has the same switches. */
function PreferencesPage() {
  return useLeaveFor(preferences)
}

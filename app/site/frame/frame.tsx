import { type ReactNode, Suspense, use, useEffect, useState } from "react"
import { Link, useLocation } from "react-router"
import type { SiteIdentity, VisitorIdentity } from "../../http/site-identity.ts"
import { signInHref } from "../../kit/contact-links.ts"
import { OfflinePageContext } from "../../kit/offline-page.ts"
import { Breadcrumb } from "../../ui/breadcrumb.tsx"
import { Button } from "../../ui/button.tsx"
import { lazyWithFallback } from "../../ui/lazy-with-fallback.ts"
import { Notice } from "../../ui/notice.tsx"
import { SkipLink } from "../../ui/skip-link.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { useLeavePage } from "../../ui/use-leave-page.ts"
import { actForForm, ActingBar } from "./acting-bar.tsx"
import type { AuthDialogProps } from "./auth-dialog.tsx"
import { crumbsOf, missingPageCrumbs } from "./crumbs.ts"
import { SiteFooter } from "./footer.tsx"
import { SiteHeader } from "./header.tsx"
import { signInReason } from "./sign-in-reason.tsx"
import { Welcome } from "./welcome.tsx"

type SiteFrameProps = {
  site: SiteIdentity
  visitor: VisitorIdentity | null
  /** Path that required signing in: the dialog opens and returns there afterwards. */
  requestedPath?: string | null
  missing?: boolean
  children: ReactNode
}

const AuthDialog = lazyWithFallback(async () => (await import("./auth-dialog.tsx")).AuthDialog, AuthPageFallback)

export function SiteFrame({ site, visitor, requestedPath = null, missing = false, children }: SiteFrameProps) {
  const [isSignInOpen, setSignInOpen] = useState(false)
  const { pathname } = useLocation()

  // Navigating, to the second factor's code for example, closes the dialog.
  useEffect(() => setSignInOpen(false), [pathname])

  useEffect(() => {
    if (requestedPath) setSignInOpen(true)
  }, [requestedPath])

  useEffect(() => {
    if (visitor) setSignInOpen(false)
  }, [visitor])

  return (
    <>
      <SkipLink />
      <SiteHeader site={site} visitor={visitor} onSignIn={() => setSignInOpen(true)} />
      {visitor && <ActingBar {...visitor} />}
      <BreadcrumbBar missing={missing} />
      <main id="contenu" tabIndex={-1}>
        <OfflineCopyNotice />
        {requestedPath && !visitor && <SignInRequired requestedPath={requestedPath} />}
        {visitor?.isNew && <Welcome {...visitor} />}
        {visitor?.acting && visitor.acting.rights === null && <ActingEnded name={visitor.acting.name} />}
        {children}
      </main>
      <SiteFooter site={site} year={site.year} />
      {isSignInOpen && (
        <Suspense>
          <AuthDialog open onClose={() => setSignInOpen(false)} {...(requestedPath ? { retour: requestedPath } : {})} />
        </Suspense>
      )}
    </>
  )
}

/** Replaces the dialog where JavaScript is missing. */
function SignInRequired({ requestedPath }: { requestedPath: string }) {
  const hydrated = useHydrated()
  if (hydrated) return null
  return (
    <div className="page py-6 without-script">
      <Notice tone="info" title={signInReason}>
        <p>
          <Link to={signInHref(requestedPath)}>Se connecter</Link>
        </p>
      </Notice>
    </div>
  )
}

/** The access may end under an open page. */
function ActingEnded({ name }: { name: string }) {
  return (
    <div className="page py-6">
      <Notice tone="warning" title={`Vous n’agissez plus pour ${name}`} live>
        <p>Ce compte n’est plus partagé avec vous. Rien n’a été fait en son nom.</p>
        <Button form={actForForm} name="pour" value="moi" variant="secondary" size="small">
          Revenir à mon compte
        </Button>
      </Notice>
    </div>
  )
}

function AuthPageFallback({ retour }: AuthDialogProps) {
  const { pathname, search } = useLocation()
  return useLeavePage(signInHref(retour ?? pathname + search))
}

function BreadcrumbBar({ missing }: { missing: boolean }) {
  const { pathname } = useLocation()
  const crumbs = missing ? missingPageCrumbs : crumbsOf(pathname)
  if (crumbs.length === 0) return null
  return (
    <div className="site-crumbs">
      <Breadcrumb crumbs={crumbs} />
    </div>
  )
}

/** The page is served from its last copy (D58). */
function OfflineCopyNotice() {
  if (!use(OfflinePageContext)) return null
  return (
    <div className="page py-6">
      <Notice tone="warning" title="Le site est momentanément indisponible">
        Cette page s’affiche sans prix ni disponibilités. Rechargez-la dans un instant pour réserver.
      </Notice>
    </div>
  )
}

import { type ReactNode, Suspense, use, useEffect, useState } from "react"
import { Link, useLocation } from "react-router"
import type { SiteIdentity, VisitorIdentity } from "../../http/site-identity.ts"
import { connectHref } from "../../kit/contact-links.ts"
import { KeptPageContext } from "../../kit/kept-page.ts"
import { Breadcrumb } from "../../ui/breadcrumb.tsx"
import { Button } from "../../ui/button.tsx"
import { later } from "../../ui/later.ts"
import { Notice } from "../../ui/notice.tsx"
import { SkipLink } from "../../ui/skip-link.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { useLeaveFor } from "../../ui/use-leave-for.ts"
import { actForForm, ActingBar } from "./acting-bar.tsx"
import type { AuthDialogProps } from "./auth-dialog.tsx"
import { crumbsOf, missingPageCrumbs } from "./crumbs.ts"
import { SiteFooter } from "./footer.tsx"
import { SiteHeader } from "./header.tsx"
import { signInReason } from "./sign-in-reason.tsx"
import { Welcome } from "./welcome.tsx"

export type SiteFrameProps = {
  site: SiteIdentity
  visitor: VisitorIdentity | null
  /** A tablecloth above the footer, on a page that has no other. */
  cloth?: boolean
  /** The page that a stranger was refused: the dialog opens by itself and leads there. */
  wanted?: string | null
  /** The address leads nowhere. */
  missing?: boolean
  children: ReactNode
}

const AuthDialog = later(async () => (await import("./auth-dialog.tsx")).AuthDialog, AuthPage)

/** Header, page and footer: what every public page stands in. */
export function SiteFrame({ site, visitor, cloth, wanted = null, missing = false, children }: SiteFrameProps) {
  const [connecting, setConnecting] = useState(false)
  const { pathname } = useLocation()

  // Anyone who goes elsewhere, to the code of the second factor say, has left the dialog.
  useEffect(() => setConnecting(false), [pathname])

  useEffect(() => {
    if (wanted) setConnecting(true)
  }, [wanted])

  // Signed in: nothing more to ask.
  useEffect(() => {
    if (visitor) setConnecting(false)
  }, [visitor])

  return (
    <>
      <SkipLink />
      <SiteHeader site={site} visitor={visitor} onConnect={() => setConnecting(true)} />
      {visitor && <ActingBar {...visitor} />}
      <BreadcrumbBar missing={missing} />
      <main id="contenu" tabIndex={-1}>
        <KeptNotice />
        {wanted && !visitor && <RefusedPage wanted={wanted} />}
        {visitor?.isNew && <Welcome {...visitor} />}
        {visitor?.acting && visitor.acting.rights === null && <ActingEnded name={visitor.acting.name} />}
        {children}
      </main>
      <SiteFooter site={site} year={site.year} cloth={cloth} />
      {connecting && (
        <Suspense>
          <AuthDialog open onClose={() => setConnecting(false)} {...(wanted ? { retour: wanted } : {})} />
        </Suspense>
      )}
    </>
  )
}

/** What the dialog says, where no script opens it. */
function RefusedPage({ wanted }: { wanted: string }) {
  const hydrated = useHydrated()
  if (hydrated) return null
  return (
    <div className="page py-6 without-script">
      <Notice tone="info" title={signInReason}>
        <p>
          <Link to={connectHref(wanted)}>Se connecter</Link>
        </p>
      </Notice>
    </div>
  )
}

/** On pages that anybody may read: the access to another account has ended under an open page. */
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

/** Does what the dialog does. */
function AuthPage({ retour }: AuthDialogProps) {
  const { pathname, search } = useLocation()
  return useLeaveFor(connectHref(retour ?? pathname + search))
}

/** Where one is, on small screens, everywhere but at home; `missing`: on an address that leads nowhere. */
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

/** Above a page that is shown as it was last kept (D58). */
function KeptNotice() {
  if (!use(KeptPageContext)) return null
  return (
    <div className="page py-6">
      <Notice tone="warning" title="Le site est momentanément indisponible">
        Voici cette page telle que nous l’avons gardée, sans prix ni disponibilités. Rien de ce qui était enregistré
        n’est perdu&nbsp;: rechargez-la dans un instant pour réserver.
      </Notice>
    </div>
  )
}

import { type ReactNode, use } from "react"
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  href,
  isRouteErrorResponse,
  useRouteLoaderData,
} from "react-router"
import type { FramedVisitor } from "../domain/accounts/framed-visitor.ts"
import type { VisitorIdentity } from "./http/site-identity.ts"
import { isActingRefusal } from "./http/acting-refusal.ts"
import { readFinanceSettings } from "../server/shop/settings/queries.ts"
import { OfflinePageContext } from "./kit/offline-page.ts"
import { ResubmittableFormContext } from "./kit/resubmittable-form-context.ts"
import { VatModeContext } from "./kit/vat-mode.ts"
import { readSite } from "../server/shop/content/site.ts"
import { currentRequestId } from "../server/platform/log.ts"
import { canDeliverMail } from "../server/outside/mails/ledger.ts"
import { isSharedRendering } from "../server/platform/page-cache/shared-rendering.ts"
import type { Route } from "./+types/root"
import { ActingRefused } from "./site/frame/acting-refused.tsx"
import { ErrorPage } from "./site/frame/error-page.tsx"
import { NotFound } from "./site/frame/not-found.tsx"
import { RefusalPage } from "./site/frame/error-page.tsx"
import { Drafts } from "./kit/drafts/drafts.tsx"
import { sessionOwnerKey } from "./http/session-answer.ts"
import { SiteFrame } from "./site/frame/frame.tsx"
import { accentHead, toSiteIdentity } from "./http/site-identity.server.ts"
import { keepPageOffline } from "./http/keep-page-offline.ts"
import { NavigationAnnouncer } from "./kit/navigation-announcer.tsx"
import { NavigationProgress } from "./kit/navigation-progress.tsx"
import { NetworkNotice } from "./kit/network-notice.tsx"
import { replaceOnReturn } from "./http/replace-on-return.ts"
import { requestedPath } from "./http/return-path.ts"
import { framedVisitorAfterAct, nameRouteForLog, sameOriginOnly, visitorMiddleware } from "./http/visitor.server.ts"
import { loadAfterMount } from "./ui/load-after-mount.tsx"
import { useEarlyInput } from "./ui/early-input.ts"
import { ToastProvider } from "./ui/toast.tsx"
import stylesheet from "./styles/app.css?url"

export const middleware: Route.MiddlewareFunction[] = [nameRouteForLog, sameOriginOnly, visitorMiddleware]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageOffline, replaceOnReturn]

export const links: Route.LinksFunction = () => [
  ...fontUrls.map((url) => ({
    rel: "preload",
    href: url,
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: href("/favicon.ico"), sizes: "32x32" },
  { rel: "icon", href: href("/favicon.svg"), type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: href("/apple-touch-icon.png") },
  { rel: "manifest", href: href("/manifest.webmanifest") },
]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const at = new Date()
  const [site, visitor, finance] = await Promise.all([
    readSite(),
    framedVisitorAfterAct(context, at),
    readFinanceSettings(),
  ])
  return {
    vatMode: finance.vatMode,
    site: toSiteIdentity(site),
    accent: accentHead(site.accentColor),
    session: visitor && toSession(visitor),
    visitor: visitor && toVisitorIdentity(visitor),
    // The page that required signing in; displayed once.
    requestedPath: visitor === null && url.pathname === "/" ? requestedPath(request) : null,
    requestId: isSharedRendering() ? null : currentRequestId(),
  }
}

function toSession({ userId, accountId, endsInSeconds }: FramedVisitor) {
  return { userId, accountId, endsInSeconds }
}

function toVisitorIdentity({
  userId: _user,
  accountId: _account,
  endsInSeconds: _end,
  ...identity
}: FramedVisitor): VisitorIdentity {
  return { ...identity, canMail: canDeliverMail() }
}

const BackgroundSync = loadAfterMount(async () => (await import("./site/frame/background-sync.tsx")).BackgroundSync)

type RootData = Route.ComponentProps["loaderData"]

export function Layout({ children }: { children: ReactNode }) {
  const accent = useRouteLoaderData<typeof loader>("root")?.accent
  const isOffline = use(OfflinePageContext)
  const isRepost = use(ResubmittableFormContext) !== null
  useEarlyInput()
  return (
    <html lang="fr" data-accent={accent?.nearDanger ? "near-danger" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#002a31" />
        <Meta />
        <Links />
        {accent && <link rel="stylesheet" href={accent.stylesheet} />}
      </head>
      <body>
        {children}
        {!isOffline && !isRepost && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <ToastProvider>
      <BackgroundSync
        session={loaderData.session}
        cart={
          loaderData.session &&
          loaderData.visitor && { ownerKey: sessionOwnerKey(loaderData.session), lines: loaderData.visitor.cartLines }
        }
      />
      <NetworkNotice />
      <Drafts userId={loaderData.session && sessionOwnerKey(loaderData.session)}>
        <VatModeContext value={loaderData.vatMode}>
          <Outlet />
        </VatModeContext>
      </Drafts>
      <NavigationProgress />
      <NavigationAnnouncer />
    </ToastProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root")
  const { title, page } = describeError(error, root)
  const missing = isMissing(error)
  return (
    <>
      <title>{[title, root?.site.companyName].filter(Boolean).join(" – ")}</title>
      {root ? (
        // The frame greets new accounts with a toast.
        <ToastProvider>
          <SiteFrame site={root.site} visitor={visitorAfterError(error, root.visitor)} missing={missing}>
            {page}
          </SiteFrame>
        </ToastProvider>
      ) : (
        page
      )}
    </>
  )
}

/** The access ended after the frame's data was loaded. */
function visitorAfterError(error: unknown, visitor: RootData["visitor"]): RootData["visitor"] {
  const ended = isRouteErrorResponse(error) && isActingRefusal(error.data) && error.data.why === "ended"
  return visitor && ended ? { ...visitor, acting: null } : visitor
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

function describeError(error: unknown, root: RootData | undefined): { title: string; page: ReactNode } {
  if (isMissing(error)) return { title: "Page introuvable", page: <NotFound /> }
  if (isRouteErrorResponse(error) && isActingRefusal(error.data)) {
    return { title: "Demande refusée", page: <ActingRefused {...error.data} /> }
  }
  if (isRouteErrorResponse(error) && error.status === 405) {
    return {
      title: "Demande refusée",
      page: <RefusalPage message="Cette page ne reçoit pas de formulaire : rien n’a été envoyé." />,
    }
  }
  if (isRouteErrorResponse(error) && error.status < 500 && typeof error.data?.message === "string") {
    return { title: "Demande refusée", page: <RefusalPage message={error.data.message} /> }
  }
  const page = <ErrorPage requestId={root?.requestId ?? null} phone={root?.site.phone ?? null} withoutFrame={!root} />
  return { title: "Une erreur est survenue", page }
}

/** The text font is used only when it is there at the first paint. app/styles/tokens.css repeats these hashed names. */
const fontUrls = ["/fonts/bricolage-grotesque-french.722c7e1c.woff2", "/fonts/figtree-french.8e3f0ca8.woff2"]

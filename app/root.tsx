import type { ReactNode } from "react"
import { Links, Meta, Outlet, Scripts, ScrollRestoration, isRouteErrorResponse, useRouteLoaderData } from "react-router"
import { readSite } from "../server/content/site.ts"
import { currentRequestId } from "../server/log.ts"
import type { Route } from "./+types/root"
import { ErrorPage } from "./components/site/error-page.tsx"
import { NotFound } from "./components/site/not-found.tsx"
import { SiteFrame } from "./components/site/site-frame.tsx"
import { siteOf } from "./routes/site-props.ts"
import { getVisitor, sameOriginOnly, visitorMiddleware } from "./routes/visitor.ts"
import { displayFontUrl } from "./ui/fonts.ts"
import { ToastProvider } from "./ui/toast.tsx"
import stylesheet from "./styles/app.css?url"

export const middleware: Route.MiddlewareFunction[] = [sameOriginOnly, visitorMiddleware]

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: displayFontUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const [site, visitor] = await Promise.all([readSite(), getVisitor(context)])
  return {
    site: siteOf(site),
    visitor: visitor && { name: visitor.profile.name, email: visitor.profile.email, isAdmin: visitor.isAdmin },
    requestId: currentRequestId(),
  }
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  )
}

/** A missing page keeps the house around it; when even the frame cannot be had, the page stands alone. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root")
  const missing = isRouteErrorResponse(error) && error.status === 404
  const page = missing ? <NotFound /> : <ErrorPage requestId={root?.requestId ?? null} />
  return (
    <>
      <title>{missing ? "Page introuvable" : "Une erreur est survenue"}</title>
      {root ? <SiteFrame site={root.site} visitor={root.visitor}>{page}</SiteFrame> : page}
    </>
  )
}

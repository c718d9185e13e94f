import { type ComponentType, createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from "react-router"
import { ToastProvider } from "../../app/ui/toast.tsx"

export async function renderPart<Props extends object>(Part: ComponentType<Props>, props: Props): Promise<string> {
  const handler = createStaticHandler([
    { path: "/", Component: () => createElement(ToastProvider, null, createElement(Part, props)) },
  ])
  const context = await handler.query(new Request("http://localhost/"))
  if (context instanceof Response) throw new Error("No page was made")
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }))
}

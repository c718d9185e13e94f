import { type ComponentType, createElement } from "react"
import { prerender } from "react-dom/static"
import { Outlet, createRoutesStub, isRouteErrorResponse, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router"
import { VatModeContext } from "../../app/kit/vat-mode.ts"
import { ErrorBoundary, loader as readRoot } from "../../app/root.tsx"
import * as adminLayout from "../../app/admin/frame/route.tsx"
import * as siteLayout from "../../app/site/frame/route.tsx"
import { ToastProvider } from "../../app/ui/toast.tsx"
import { routeArgs } from "../accounts/browser.ts"

type Part = (args: never) => unknown
type PageRoute = { default: ComponentType<never>; loader?: Part; action?: Part; ErrorBoundary?: ComponentType<never> }

type RenderedPage = {
  status: number
  html: string
  words: string
}

/** Runs the loader, after the action for a post, inside the root and its frame. A redirect fails the test. */
export async function renderPage(
  route: PageRoute,
  request: Request,
  params: Record<string, string> = {},
): Promise<RenderedPage> {
  const args = await routeArgs(request, params)
  const answers = { status: 200, loader: undefined as unknown, action: undefined as unknown }
  let error: unknown
  try {
    const read = { ...args, request: new Request(request.url, { headers: request.headers }) }
    if (request.method === "POST") {
      answers.action = unwrapReply(await route.action?.(args as never), answers)
      answers.loader = unwrapReply(await route.loader?.(read as never), { status: 200 })
    } else answers.loader = unwrapReply(await route.loader?.(read as never), answers)
  } catch (thrown) {
    error = loadError(thrown)
    if (!isRouteErrorResponse(error)) throw error
    answers.status = error.status
  }
  const root = await readRoot(args as never)
  const layout: PageRoute = /^\/admin(\/|$)/.test(args.url.pathname) ? adminLayout : siteLayout
  const frame = await layout.loader?.(args as never)
  const Frame = createElement(layout.default as ComponentType<{ loaderData: unknown }>, { loaderData: frame })
  const Stub = createRoutesStub([
    {
      id: "root",
      Component: () =>
        createElement(
          ToastProvider,
          null,
          createElement(VatModeContext, { value: root.vatMode }, createElement(Outlet)),
        ),
      ErrorBoundary: ErrorBoundary as never,
      children: [
        {
          id: "frame",
          Component: () => Frame,
          children: [
            {
              id: "page",
              path: "*",
              Component: route.default as never,
              ...(route.ErrorBoundary && { ErrorBoundary: route.ErrorBoundary as never }),
            },
          ],
        },
      ],
    },
  ])
  const { pathname, search } = new URL(request.url)
  const failures: unknown[] = []
  const { prelude } = await prerender(
    createElement(Stub, {
      initialEntries: [pathname + search],
      hydrationData: {
        loaderData: { root, frame, page: answers.loader },
        ...(answers.action !== undefined && { actionData: { page: answers.action } }),
        ...(error !== undefined && { errors: { [route.ErrorBoundary ? "page" : "root"]: error } }),
      },
    }),
    // React would otherwise defer a large part to a script, and leave errors to the browser.
    { progressiveChunkSize: Infinity, onError: (failure) => void failures.push(failure) },
  )
  if (failures.length > 0) throw failures[0]
  const html = (await new Response(prelude).text()).replaceAll(/<!--.*?-->/gs, "")
  return { status: answers.status, html, words: visibleText(html) }
}

function unwrapReply(answer: unknown, answers: { status: number }): unknown {
  if (answer instanceof Response) throw answer
  const { data, init } = Object(answer) as { data?: unknown; init?: { status?: number } | null }
  if (init === undefined) return answer
  answers.status = init?.status ?? answers.status
  return data
}

function loadError(thrown: unknown): unknown {
  if (thrown instanceof Response) throw new Error(`Not a page: ${thrown.status} ${thrown.headers.get("location")}`)
  const { data, init } = Object(thrown) as { data?: unknown; init?: { status?: number } | null }
  return init ? new ErrorResponse(init.status ?? 200, "", data) : thrown
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
}

/** Replaces non-breaking spaces, which tests/words/typography.test.ts covers. */
export function visibleText(html: string): string {
  return unescaped(html.replaceAll(/<(script|style|template)\b.*?<\/\1>|<[^>]*>/gs, "")).replaceAll(/\s+/g, " ")
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}

export function linksIn(html: string): [name: string, href: string][] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", inside = ""]) => {
    const valueOf = (name: string) => visibleText(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "")
    return [valueOf("aria-label") || visibleText(inside).trim(), valueOf("href")]
  })
}

export function elementIn(html: string, tag: string, attributes = ""): string {
  const opening = new RegExp(`<(${tag})\\b[^>]*${attributes}`).exec(html)
  if (!opening) throw new Error(`The page has no <${tag} ${attributes}>`)
  const rest = html.slice(opening.index)
  let depth = 0
  for (const { 0: edge, index } of rest.matchAll(new RegExp(`<${opening[1]}\\b|</${opening[1]}>`, "g"))) {
    depth += edge.startsWith("</") ? -1 : 1
    if (depth === 0) return rest.slice(0, index + edge.length)
  }
  return rest
}

const readAttribute = (tag: string, name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "")

export function fieldsIn(form: string): Record<string, string> {
  const fields = [...form.matchAll(/<(input|textarea|select)\b[^>]*>/g)].map(({ 0: tag, 1: kind, index }) => {
    const inside = form.slice(index + tag.length, form.indexOf(`</${kind}>`, index))
    const isSent = !/type="(?:checkbox|radio)"/.test(tag) || / checked=/.test(tag)
    const options = [...inside.matchAll(/<option\b[^>]*>/g)].map(([option]) => option)
    const chosen = options.find((option) => / selected=/.test(option)) ?? options[0] ?? ""
    const value = {
      input: readAttribute(tag, "value"),
      textarea: unescaped(inside),
      select: readAttribute(chosen, "value"),
    }
    return isSent ? ([readAttribute(tag, "name"), value[kind as keyof typeof value]] as const) : null
  })
  return Object.fromEntries(fields.filter((field) => field !== null))
}

/** The field's value, and its message when it was refused. */
export function fieldIn(html: string, name: string) {
  const [tag = ""] = new RegExp(`<(?:input|textarea|select)\\b[^>]* name="${name}"[^>]*>`).exec(html) ?? []
  const ids = readAttribute(tag, "aria-describedby").split(" ").filter(Boolean)
  return {
    value: fieldsIn(html)[name],
    isInvalid: readAttribute(tag, "aria-invalid") === "true",
    description: ids.map((id) => visibleText(elementIn(html, "[a-z]+", ` id="${id}"`))).join(" "),
  }
}

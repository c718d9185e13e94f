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

export type RenderedPage = {
  status: number
  html: string
  words: string
}

/**
 * A page as the server writes it: its loader, after its action for a post, within the root and the frame of its part. A
 * redirect is a failure of the test.
 */
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
      answers.action = opened(await route.action?.(args as never), answers)
      answers.loader = opened(await route.loader?.(read as never), { status: 200 })
    } else answers.loader = opened(await route.loader?.(read as never), answers)
  } catch (thrown) {
    error = errorOf(thrown)
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
    // Whole, in its place: React would leave a large part to a script, and what failed to the browser.
    { progressiveChunkSize: Infinity, onError: (failure) => void failures.push(failure) },
  )
  if (failures.length > 0) throw failures[0]
  const html = (await new Response(prelude).text()).replaceAll(/<!--.*?-->/gs, "")
  return { status: answers.status, html, words: wordsOf(html) }
}

function opened(answer: unknown, answers: { status: number }): unknown {
  if (answer instanceof Response) throw answer
  const { data, init } = Object(answer) as { data?: unknown; init?: { status?: number } | null }
  if (init === undefined) return answer
  answers.status = init?.status ?? answers.status
  return data
}

function errorOf(thrown: unknown): unknown {
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

/** What is read of it, with plain spaces: how they break is the business of tests/words/typography.test.ts. */
export function wordsOf(html: string): string {
  return unescaped(html.replaceAll(/<(script|style|template)\b.*?<\/\1>|<[^>]*>/gs, "")).replaceAll(/\s+/g, " ")
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}

/** The links of a page or a part of it: their names, each with where it leads. */
export function linksIn(html: string): [name: string, href: string][] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", inside = ""]) => {
    const valueOf = (name: string) => wordsOf(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "")
    return [valueOf("aria-label") || wordsOf(inside).trim(), valueOf("href")]
  })
}

/** The first element of that tag whose attributes read so. */
export function partOf(html: string, tag: string, attributes = ""): string {
  const found = new RegExp(`<(${tag})\\b[^>]*${attributes}`).exec(html)
  if (!found) throw new Error(`The page has no <${tag} ${attributes}>`)
  const rest = html.slice(found.index)
  let depth = 0
  for (const { 0: edge, index } of rest.matchAll(new RegExp(`<${found[1]}\\b|</${found[1]}>`, "g"))) {
    depth += edge.startsWith("</") ? -1 : 1
    if (depth === 0) return rest.slice(0, index + edge.length)
  }
  return rest
}

const attributeOf = (tag: string, name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "")

/** What a form of a page sends as it stands, as a browser would. */
export function fieldsIn(form: string): Record<string, string> {
  const fields = [...form.matchAll(/<(input|textarea|select)\b[^>]*>/g)].map(({ 0: tag, 1: kind, index }) => {
    const inside = form.slice(index + tag.length, form.indexOf(`</${kind}>`, index))
    const isSent = !/type="(?:checkbox|radio)"/.test(tag) || / checked=/.test(tag)
    const options = [...inside.matchAll(/<option\b[^>]*>/g)].map(([option]) => option)
    const chosen = options.find((option) => / selected=/.test(option)) ?? options[0] ?? ""
    const value = {
      input: attributeOf(tag, "value"),
      textarea: unescaped(inside),
      select: attributeOf(chosen, "value"),
    }
    return isSent ? ([attributeOf(tag, "name"), value[kind as keyof typeof value]] as const) : null
  })
  return Object.fromEntries(fields.filter((field) => field !== null))
}

/** The field of that name: what is in it, and what is said with it when it was refused. */
export function fieldIn(html: string, name: string) {
  const [tag = ""] = new RegExp(`<(?:input|textarea|select)\\b[^>]* name="${name}"[^>]*>`).exec(html) ?? []
  const ids = attributeOf(tag, "aria-describedby").split(" ").filter(Boolean)
  return {
    value: fieldsIn(html)[name],
    isInvalid: attributeOf(tag, "aria-invalid") === "true",
    description: ids.map((id) => wordsOf(partOf(html, "[a-z]+", ` id="${id}"`))).join(" "),
  }
}

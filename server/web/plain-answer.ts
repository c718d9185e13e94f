import type { IncomingMessage, ServerResponse } from "node:http"
import type { ResubmittableForm } from "./resubmittable-form.ts"
import { isApiUrl } from "../platform/request/request-line.ts"
import { contentSecurityPolicy, newNonce } from "../platform/request/security.ts"

export type Answer = {
  status: number
  message: string
  headers?: Readonly<Record<string, string>>
  resubmittableForm?: ResubmittableForm | null
}

export const RETRY_SECONDS = 5

export const busy: Answer = {
  status: 503,
  message: "Le site est très demandé en ce moment. Rien n’a été enregistré\u00a0: réessayez dans quelques secondes.",
}

export const databaseDown: Answer = {
  status: 503,
  message:
    "Le site ne peut pas répondre en ce moment. Revenez à la page précédente, votre saisie y est encore, puis réessayez.",
}

export function resubmitAnswer(resubmittableForm: ResubmittableForm | null, fallback: Answer): Answer {
  if (!resubmittableForm) return fallback
  const password = resubmittableForm.isWhole
    ? ""
    : " Seul votre mot de passe n’y est pas\u00a0: il vous sera redemandé."
  return {
    status: 503,
    resubmittableForm,
    message: `Le site ne peut pas répondre en ce moment. Votre saisie est gardée\u00a0: réessayez dans quelques secondes.${password}`,
  }
}

export function answerPlainly(
  request: IncomingMessage,
  response: Pick<ServerResponse, "writeHead" | "end">,
  { status, message, headers, resubmittableForm = null }: Answer,
) {
  if (isApiUrl(request.url)) return answerJson(request, response, { status, message, ...(headers ? { headers } : {}) })
  const body = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${message.split(".")[0]}</title></head><body><main><h1>${message.split(".")[0]}</h1><p>${message}</p>${resubmittableForm ? resubmitForm(resubmittableForm) : ""}<p><a href="/">Accueil</a></p></main></body></html>\n`
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Cache-Control": "no-store",
    "Content-Length": String(Buffer.byteLength(body)),
    ...(status === 503 ? { "Retry-After": String(RETRY_SECONDS) } : {}),
    // Unread bytes would be taken for the next request.
    ...(request.complete ? {} : { Connection: "close" }),
    ...headers,
  })
  response.end(request.method === "HEAD" ? undefined : body)
}

/** Problem JSON (decision 63). */
function answerJson(
  request: IncomingMessage,
  response: Pick<ServerResponse, "writeHead" | "end">,
  { status, message, headers }: Omit<Answer, "resubmittableForm">,
) {
  const [title = ""] = message.split(".")
  const body = JSON.stringify({
    type: `urn:guinguette:problem:${kinds[status] ?? "failed"}`,
    status,
    title,
    detail: message,
  })
  response.writeHead(status, {
    "Content-Type": "application/problem+json; charset=utf-8",
    "Content-Language": "fr",
    "Cache-Control": "no-store",
    "Content-Length": String(Buffer.byteLength(body)),
    ...(status === 503 ? { "Retry-After": String(RETRY_SECONDS) } : {}),
    ...(request.complete ? {} : { Connection: "close" }),
    ...headers,
  })
  response.end(request.method === "HEAD" ? undefined : body)
}

const kinds: Readonly<Record<number, string>> = {
  400: "unreadable-request",
  404: "not-found",
  405: "method-not-allowed",
  408: "too-slow",
  413: "too-large",
  503: "unavailable",
}

function resubmitForm({ address, fields }: ResubmittableForm): string {
  const hidden = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(value)}">`,
  )
  return `<form method="post" action="${escapeAttribute(address)}">${hidden.join("")}<button>Réessayer</button></form>`
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function sendStoredPage(
  request: IncomingMessage,
  response: Pick<ServerResponse, "writeHead" | "end">,
  html: string,
) {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(newNonce()),
    "Cache-Control": "no-store",
    "Content-Length": String(Buffer.byteLength(html)),
    ...(request.complete ? {} : { Connection: "close" }),
  })
  response.end(request.method === "HEAD" ? undefined : html)
}

export function addRetryAfter(response: ServerResponse, status: number): number {
  if (status === 503 && !response.hasHeader("retry-after")) response.setHeader("Retry-After", String(RETRY_SECONDS))
  return status
}

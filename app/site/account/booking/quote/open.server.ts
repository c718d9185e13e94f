import { accessTo } from "../../../../../domain/journal/staff-access.ts"
import { data, href, redirect } from "react-router"
import type { RouterContextProvider } from "react-router"
import { type OpenedQuote, noteOpening, openQuote } from "../../../../../server/quotes/open-quote.ts"
import { getVisitor } from "../../../../http/visitor.server.ts"
import type { QuoteEnd } from "./ended.tsx"

type Opening = { kind: "open"; opened: OpenedQuote } | { kind: "ended"; end: QuoteEnd; status: 200 | 404 | 410 }

/** An accepted quote leads to its booking by the same secret. */
export async function openForReader(
  secret: string,
  context: Readonly<RouterContextProvider>,
  at: Date,
): Promise<Opening> {
  const result = await openQuote(secret, at)
  if (!result.ok) return { kind: "ended", end: result.error, status: result.error.kind === "unknown-link" ? 404 : 410 }
  const opened = result.value
  const { link, quote, version, state } = opened
  const isReader = link.purpose === "accept"
  switch (state) {
    case "sent":
      if (!isOwner(context)) await noteOpening(opened, at)
      return { kind: "open", opened }
    case "accepted":
      if (isReader) throw redirect(href("/signer/:secret", { secret }))
      return { kind: "ended", end: { kind: "accepted" }, status: 200 }
    case "expired": {
      const end = {
        kind: "expired",
        until: version.validUntil,
        hasAsked: quote.changeRequestedAt !== null,
        mayAsk: isReader,
      } as const
      return { kind: "ended", end, status: 200 }
    }
    case "draft":
      return { kind: "ended", end: { kind: "ended-link" }, status: 410 }
    case "declined":
    case "withdrawn":
      return { kind: "ended", end: { kind: state }, status: 200 }
  }
}

function isOwner(context: Readonly<RouterContextProvider>): boolean {
  const role = getVisitor(context)?.role ?? null
  return role !== null && accessTo(role, href("/admin/devis")) !== "none"
}

export function endedAnswer({ end, status }: Extract<Opening, { kind: "ended" }>) {
  return data({ kind: "ended" as const, end }, { status })
}

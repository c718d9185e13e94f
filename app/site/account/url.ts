import { href } from "react-router"

/** Page numbers, from 1. */
type ListPages = { bookings: number; documents: number }

const pageParams = { bookings: "page", documents: "documents" } as const

export function readAccountUrl(params: URLSearchParams): ListPages {
  return {
    bookings: readPageNumber(params, pageParams.bookings),
    documents: readPageNumber(params, pageParams.documents),
  }
}

export function accountHref(lists: ListPages, change: Partial<ListPages>): string {
  const { bookings, documents } = { ...lists, ...change }
  const params = new URLSearchParams()
  if (bookings > 1) params.set(pageParams.bookings, String(bookings))
  if (documents > 1) params.set(pageParams.documents, String(documents))
  const query = params.toString()
  return href("/account") + (query && `?${query}`)
}

function readPageNumber(params: URLSearchParams, name: string): number {
  const text = params.get(name) ?? ""
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

import { href } from "react-router"
import { leadKinds, leadStates } from "../../../domain/leads/lead.ts"
import { type ListShape, type ListUrl, listHref } from "../kit/list-url.ts"

export type LeadsUrl = ListUrl<"date">

/** `?etat=won&genre=call&q=…&page=2&demande=…`; `?appel=nouveau` notes a call. */
export const leadsList: ListShape<"date"> = {
  path: href("/admin/demandes"),
  sorts: ["date"],
  defaultOrder: "-date",
  filters: { etat: leadStates, genre: leadKinds, demande: null },
}

export function leadsHref(url: LeadsUrl, { lead = "", page = 1 }: { lead?: string; page?: number } = {}): string {
  return listHref(leadsList, url, { filters: { ...url.filters, demande: lead }, page })
}

import { href } from "react-router"
import type { Crumb } from "../../ui/breadcrumb.tsx"
import { type LegalName, legalNames } from "../kit/legal-names.ts"
import { screens } from "../kit/screens.ts"

/** The kind of thing that a screen shows one of; its id says nothing to a reader. */
const oneOf: readonly [RegExp, string][] = [
  [/^\/admin\/products\/[^/]+$/, "Produit"],
  [/^\/admin\/products\/[^/]+\/lettre$/, "Lettre"],
  [/^\/admin\/aide\/[^/]+$/, "Tâche"],
  [/^\/admin\/users\/[^/]+$/, "Utilisateur"],
  [/^\/admin\/bookings\/[^/]+\/fiche$/, "Fiche"],
  [/^\/admin\/bookings\/[^/]+\/etat-des-lieux\/[^/]+$/, "État des lieux"],
  [/^\/admin\/bookings\/\d+$/, "Réservation"],
  [/^\/admin\/finance\/releves\/ligne\/[^/]+$/, "Ligne d’un relevé"],
  [/^\/admin\/finance\/releves\/colonnes\/[^/]+$/, "Colonnes du relevé"],
  [/^\/admin\/mails\/modeles(\/[^/]+)?$/, "Modèles"],
]

const titles: ReadonlyMap<string, string> = new Map(Object.values(screens).map(({ to, title }) => [to, title]))

/** The way to a screen of the back office, over the screen that leads there; short, for a phone's width. */
export function adminCrumbs(pathname: string): Crumb[] {
  const path = pathname.replace(/\/+$/, "")
  const [, , part = "", last = ""] = path.split("/")
  const above = titles.get(`/admin/${part}`)
  const own =
    titles.get(path) ??
    oneOf.find(([pattern]) => pattern.test(path))?.[1] ??
    titles.get(path.slice(0, path.lastIndexOf("/"))) ??
    "Page introuvable"
  return [
    { label: "Administration", href: href("/admin") },
    ...(above !== undefined && last !== "" ? [{ label: above, href: `/admin/${part}` }] : []),
    ...(part === "" ? [] : [{ label: part === "legal" ? (legalNames[last as LegalName] ?? own) : own }]),
  ]
}

import { href } from "react-router"
import { type BackOfficeRole, roleLabels } from "../../../domain/accounts/staff-roles.ts"
import { accessTo } from "../../../domain/journal/staff-access.ts"
import type { Crumb } from "../../ui/breadcrumb.tsx"
import { type LegalName, legalNames } from "../kit/legal-names.ts"
import { screens } from "../kit/screens.ts"

/** Titles of detail screens, whose id means nothing to a reader. */
const detailTitles: readonly [RegExp, string][] = [
  [/^\/admin\/products\/[^/]+$/, "Produit"],
  [/^\/admin\/products\/[^/]+\/exemplaires\/[^/]+$/, "Exemplaire"],
  [/^\/admin\/products\/[^/]+\/formules\/[^/]+$/, "Formule"],
  [/^\/admin\/products\/[^/]+\/lettre$/, "Lettre"],
  [/^\/admin\/aide\/[^/]+$/, "Tâche"],
  [/^\/admin\/users\/[^/]+$/, "Utilisateur"],
  [/^\/admin\/bookings\/[^/]+\/fiche$/, "Fiche"],
  [/^\/admin\/bookings\/[^/]+\/etat-des-lieux\/[^/]+$/, "État des lieux"],
  [/^\/admin\/bookings\/\d+$/, "Réservation"],
  [/^\/admin\/devis\/[^/]+$/, "Devis"],
  [/^\/admin\/devis\/[^/]+\/modifier$/, "Modifier"],
  [/^\/admin\/finance\/releves\/ligne\/[^/]+$/, "Ligne d’un relevé"],
  [/^\/admin\/finance\/releves\/colonnes\/[^/]+$/, "Colonnes du relevé"],
  [/^\/admin\/mails\/modeles(\/[^/]+)?$/, "Modèles"],
]

const titles: ReadonlyMap<string, string> = new Map(Object.values(screens).map(({ to, title }) => [to, title]))

/** "Administration" is for administrators (D72). */
export function officeName(role: BackOfficeRole): string {
  return role === "admin" ? "Administration" : roleLabels[role]
}

/** At most three levels, so that they fit on a phone. */
export function adminCrumbs(pathname: string, role: BackOfficeRole = "admin"): Crumb[] {
  const path = pathname.replace(/\/+$/, "")
  const [, , part = "", last = ""] = path.split("/")
  const parentTitle = titles.get(`/admin/${part}`)
  const title =
    titles.get(path) ??
    detailTitles.find(([pattern]) => pattern.test(path))?.[1] ??
    titles.get(path.slice(0, path.lastIndexOf("/"))) ??
    "Page introuvable"
  return [
    { label: officeName(role), href: href("/admin") },
    ...(parentTitle !== undefined && last !== "" && accessTo(role, `/admin/${part}`) !== "none"
      ? [{ label: parentTitle, href: `/admin/${part}` }]
      : []),
    ...(part === "" ? [] : [{ label: part === "legal" ? (legalNames[last as LegalName] ?? title) : title }]),
  ]
}

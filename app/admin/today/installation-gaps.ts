import { href } from "react-router"
import type { Environment } from "../../../server/platform/environment.server.ts"

type Installation = Pick<Environment, "smtpUrl" | "isOriginConfigured" | "origin">

/** Only whoever runs the server can set these (docs/running.md); the help says what to ask. */
export function installationGaps({
  smtpUrl,
  isOriginConfigured,
  origin,
}: Installation): { label: string; href: string }[] {
  const to = href("/admin/aide/:task", { task: "demander-a-l-hebergeur" })
  const mail = { label: "Aucun e-mail ne part\u00a0: indiquez votre serveur de messagerie", href: to }
  const address = { label: `Vos liens disent ${origin}\u00a0: indiquez l’adresse de votre boutique`, href: to }
  return [...(smtpUrl === null ? [mail] : []), ...(isOriginConfigured ? [] : [address])]
}

import type { Environment } from "../../../server/platform/environment.server.ts"

type Installation = Pick<Environment, "smtpUrl" | "isOriginConfigured" | "origin">

/** Only the operator can set these (docs/running.md). */
export function installationGaps({
  smtpUrl,
  isOriginConfigured,
  origin,
}: Installation): { label: string; href: null }[] {
  const mail = { label: "serveur de messagerie (SMTP_URL)\u00a0: aucun e-mail ne part", href: null }
  const address = {
    label: `adresse publique (ORIGIN)\u00a0: les étiquettes et les textes disent ${origin}`,
    href: null,
  }
  return [...(smtpUrl === null ? [mail] : []), ...(isOriginConfigured ? [] : [address])]
}

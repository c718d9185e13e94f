/** What the process was started with. */
type Installation = {
  /** Null: no mail server was named. */
  smtpUrl: string | null
  /** Whether ORIGIN was set; `origin` stands in its place while it was not. */
  originGiven: boolean
  origin: string
}

/** What only the operator can set and has not, in the words of docs/running.md. */
export function installationGaps({ smtpUrl, originGiven, origin }: Installation): { label: string; href: null }[] {
  const mail = { label: "serveur de messagerie (SMTP_URL)\u00a0: aucun e-mail ne part", href: null }
  const address = {
    label: `adresse publique (ORIGIN)\u00a0: les étiquettes et les textes disent ${origin}`,
    href: null,
  }
  return [...(smtpUrl === null ? [mail] : []), ...(originGiven ? [] : [address])]
}

import type { CSSProperties, ReactNode } from "react"
import { siretLabel } from "../../../../domain/printed-numbers.ts"
import { phoneLabel } from "../../../../domain/phone.ts"
import type { Company } from "../../../shop/content/company.ts"
import { MailAccentContext, toMailAccent } from "./mail-accent.ts"
import { color, face } from "./mail-colors.ts"
import { TextLink } from "./mail-parts.tsx"
import { Body, Section } from "./mail-tables.tsx"

type MailFrameProps = {
  company: Company
  preview: string
  reason?: ReactNode
  /** Consumer orders must name the mediator (D34). */
  isOrderMail?: boolean
  children: ReactNode
}

export function MailFrame({ company, preview, reason, isOrderMail = false, children }: MailFrameProps) {
  return (
    <html lang="fr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light" />
      </head>
      <Body preview={preview} style={page}>
        <MailAccentContext value={toMailAccent(company.accentColor)}>
          <Section style={sheet}>
            <Section style={band}>
              <a href={company.origin} target="_blank" style={brand}>
                {company.name}
              </a>
            </Section>
            <Section style={content}>{children}</Section>
            <Section style={footer}>
              <hr style={rule} />
              {reason && <p style={small}>{reason}</p>}
              <p style={small}>{companyLine(company)}</p>
              {isOrderMail && company.mediator && <Mediator {...company.mediator} />}
            </Section>
          </Section>
        </MailAccentContext>
      </Body>
    </html>
  )
}

/** Shows the full URL, so that the reader sees where it leads. */
function Mediator({ name, url }: NonNullable<Company["mediator"]>) {
  return (
    <p style={small}>
      En cas de litige, vous pouvez saisir gratuitement le médiateur de la consommation&nbsp;: {name}
      {url && (
        <>
          , <TextLink href={url}>{url}</TextLink>
        </>
      )}
      .
    </p>
  )
}

function companyLine({ name, address, phone, email, siret }: Company): string {
  return [name, address, phone && phoneLabel(phone), email, siret && `SIRET\u00a0${siretLabel(siret)}`]
    .filter(Boolean)
    .join(" · ")
}

const page: CSSProperties = {
  margin: 0,
  padding: "24px 12px",
  backgroundColor: color.paper,
  color: color.ink,
  fontFamily: face.text,
}
const sheet: CSSProperties = { maxWidth: "560px", margin: "0 auto" }
const band: CSSProperties = { padding: "18px 32px", backgroundColor: color.night, borderRadius: "12px 12px 0 0" }
const brand: CSSProperties = {
  color: color.onNight,
  fontFamily: face.display,
  fontSize: "22px",
  fontWeight: 700,
  lineHeight: "28px",
  textDecoration: "none",
}
const content: CSSProperties = {
  padding: "24px 32px 32px",
  backgroundColor: color.raised,
  border: `1px solid ${color.line}`,
  borderTop: "none",
  borderRadius: "0 0 12px 12px",
}
const footer: CSSProperties = { padding: "0 32px" }
const rule: CSSProperties = { width: "100%", margin: "24px 0 12px", border: "none", borderTop: "1px solid transparent" }
const small: CSSProperties = {
  overflowWrap: "anywhere",
  margin: "0 0 8px",
  color: color.soft,
  fontSize: "13px",
  lineHeight: "20px",
}

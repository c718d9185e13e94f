import { type CSSProperties, type ReactNode, use } from "react"
import { MailAccentContext } from "./mail-accent.ts"
import { color, face } from "./mail-colors.ts"
import { ButtonLink, Section } from "./mail-tables.tsx"

export function Title({ children }: { children: ReactNode }) {
  return <h1 style={title}>{children}</h1>
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={paragraph}>{children}</p>
}

export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "")
    .map((block, index) => (
      // Mails never re-render, so the index is a safe key.
      <p key={`${index}-${block.slice(0, 20)}`} style={paragraph}>
        {block.split("\n").flatMap((line, at) => (at === 0 ? [line] : [<br key={`${at}-${line}`} />, line]))}
      </p>
    ))
}

/** Only opens a page whose button acts, because mail scanners open links too. */
export function ActionLink({ href, children }: { href: string; children: ReactNode }) {
  const { fill, onFill } = use(MailAccentContext)
  return (
    <Section style={{ margin: "24px 0" }}>
      <ButtonLink href={href} style={{ backgroundColor: fill, color: onFill }}>
        {children}
      </ButtonLink>
    </Section>
  )
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const { text } = use(MailAccentContext)
  return (
    <a href={href} target="_blank" style={{ color: text, textDecoration: "underline" }}>
      {children}
    </a>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <p style={paragraph}>
      {facts.map(([name, value], index) => (
        <span key={name}>
          {index > 0 && <br />}
          <strong>{name}</strong> {value}
        </span>
      ))}
    </p>
  )
}

export function Quoted({ text }: { text: string }) {
  const { fill } = use(MailAccentContext)
  return (
    <Section style={{ ...quote, borderLeft: `3px solid ${fill}` }}>
      <Paragraphs text={text} />
    </Section>
  )
}

const title: CSSProperties = {
  overflowWrap: "anywhere",
  margin: "8px 0 16px",
  color: color.ink,
  fontFamily: face.display,
  fontSize: "26px",
  fontWeight: 700,
  lineHeight: "32px",
}
/** Long addresses must break on narrow phones. */
const paragraph: CSSProperties = {
  overflowWrap: "anywhere",
  margin: "0 0 14px",
  color: color.ink,
  fontSize: "16px",
  lineHeight: "26px",
}
const quote: CSSProperties = { margin: "8px 0 16px", padding: "0 0 0 16px" }

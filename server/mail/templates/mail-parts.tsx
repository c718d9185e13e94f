import { Button } from "@react-email/button"
import { Heading } from "@react-email/heading"
import { Link } from "@react-email/link"
import { Section } from "@react-email/section"
import { Text } from "@react-email/text"
import { type CSSProperties, type ReactNode, use } from "react"
import { MailAccentContext } from "./mail-accent.ts"
import { color, face } from "./mail-colors.ts"

export function Title({ children }: { children: ReactNode }) {
  return (
    <Heading as="h1" style={title}>
      {children}
    </Heading>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={paragraph}>{children}</Text>
}

/** Paragraphs as they were typed: an empty line begins another one. */
export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "")
    .map((block, index) => (
      // Nothing moves in a mail: the place is the name.
      <Text key={`${index}-${block.slice(0, 20)}`} style={paragraph}>
        {block.split("\n").flatMap((line, at) => (at === 0 ? [line] : [<br key={`${at}-${line}`} />, line]))}
      </Text>
    ))
}

/** The one thing to do. It opens a page; a button there acts, because mail scanners open links too. */
export function ActionLink({ href, children }: { href: string; children: ReactNode }) {
  const { fill, onFill } = use(MailAccentContext)
  return (
    <Section style={{ margin: "24px 0" }}>
      <Button href={href} style={{ ...action, backgroundColor: fill, color: onFill }}>
        {children}
      </Button>
    </Section>
  )
}

/** A link in a sentence. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const { text } = use(MailAccentContext)
  return (
    <Link href={href} style={{ color: text, textDecoration: "underline" }}>
      {children}
    </Link>
  )
}

/** Names and values, one under the other. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Text style={paragraph}>
      {facts.map(([name, value], index) => (
        <span key={name}>
          {index > 0 && <br />}
          <strong>{name}</strong> {value}
        </span>
      ))}
    </Text>
  )
}

/** What somebody wrote, with their line ends. */
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
/** It breaks anywhere: somebody's address may be longer than a telephone is wide. */
const paragraph: CSSProperties = {
  overflowWrap: "anywhere",
  margin: "0 0 14px",
  color: color.ink,
  fontSize: "16px",
  lineHeight: "26px",
}
const action: CSSProperties = {
  padding: "14px 22px",
  borderRadius: "10px",
  fontSize: "16px",
  fontWeight: 600,
  textDecoration: "none",
}
const quote: CSSProperties = { margin: "8px 0 16px", padding: "0 0 0 16px" }

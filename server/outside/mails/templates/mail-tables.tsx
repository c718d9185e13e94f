import type { CSSProperties, ReactNode } from "react"

// Outlook lays mails out by tables and inline styles only.

type Part = { style?: CSSProperties | undefined; children: ReactNode }

function Table({ children, ...attributes }: Part & { "data-row"?: "" }) {
  return (
    <table align="center" width="100%" border={0} cellPadding="0" cellSpacing="0" role="presentation" {...attributes}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}

export function Section({ style, children }: Part) {
  return (
    <Table style={style}>
      <td>{children}</td>
    </Table>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <Table data-row="">{children}</Table>
}

/** Some clients drop the body's style, so the table repeats it. */
export function Body({ preview, style, children }: { preview: string; style: CSSProperties; children: ReactNode }) {
  return (
    <body style={{ margin: 0, padding: 0, backgroundColor: style.backgroundColor }}>
      <Preview text={preview} />
      <Table>
        <td style={style}>{children}</td>
      </Table>
    </body>
  )
}

const PREVIEW_LENGTH = 150
/** Invisible padding that keeps the mail's text out of the inbox preview. */
const filler = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff"

function Preview({ text }: { text: string }) {
  return (
    <div style={hidden} data-skip-in-text="true">
      {text}
      <div>{filler.repeat(Math.max(0, PREVIEW_LENGTH - text.length))}</div>
    </div>
  )
}

/** Outlook ignores link padding; these spaces replace it. */
export function ButtonLink({ href, style, children }: Part & { href: string }) {
  return (
    <a href={href} target="_blank" style={{ ...button, ...style }}>
      <OutlookSpace raise="mso-text-raise:21" />
      <span style={buttonText}>{children}</span>
      <OutlookSpace />
    </a>
  )
}

function OutlookSpace({ raise = "" }: { raise?: string }) {
  const space = `<!--[if mso]><i style="mso-font-width:366.67%;${raise}" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]-->`
  return <span dangerouslySetInnerHTML={{ __html: space }} />
}

const hidden: CSSProperties = {
  display: "none",
  overflow: "hidden",
  lineHeight: "1px",
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}
const button = {
  msoPaddingAlt: "0px",
  display: "inline-block",
  maxWidth: "100%",
  padding: "14px 22px",
  borderRadius: "10px",
  fontSize: "16px",
  fontWeight: 600,
  lineHeight: "100%",
  textDecoration: "none",
} as CSSProperties
const buttonText = {
  msoPaddingAlt: "0px",
  msoTextRaise: "10.5px",
  display: "inline-block",
  maxWidth: "100%",
  lineHeight: "120%",
} as CSSProperties

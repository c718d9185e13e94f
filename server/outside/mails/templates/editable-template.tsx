import type { ReactNode } from "react"
import { type Sentences, fillSentence } from "../../../../domain/correspondence/sentences.ts"
import type { Company } from "../../../shop/content/company.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraphs, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

export type MailAction = { href: string; label: string }

type EditableTemplate<Data> = {
  title: string | ((data: Data) => string)
  sentences: Sentences
  values(data: Data, company: Company): Readonly<Record<string, string>>
  reason(data: Data, company: Company): ReactNode
  preview?(data: Data): string
  /** Replaces greeting, introduction and closing. */
  letter?(data: Data): string | null
  content?(data: Data, company: Company): ReactNode
  action?(data: Data, company: Company): MailAction | null
  /** Not editable: the link's validity and advice against strangers. */
  caution?(data: Data, company: Company): ReactNode
  isOrderMail?(data: Data): boolean
}

export function editableTemplate<Data>({
  title,
  sentences: defaults,
  values,
  reason,
  preview,
  letter,
  content,
  action,
  caution,
  isOrderMail,
}: EditableTemplate<Data>): Template<Data> {
  return {
    editable: { defaults, values },
    subject: (data, company, { subject }) => fillSentence(subject, values(data, company)),
    body: (data, company, sentences) => {
      const fill = (sentence: string) => fillSentence(sentence, values(data, company))
      const link = action?.(data, company)
      const letterText = letter?.(data) ?? null
      return (
        <MailFrame
          company={company}
          preview={(preview?.(data) ?? letterText ?? fill(sentences.intro)).slice(0, 140)}
          reason={reason(data, company)}
          isOrderMail={isOrderMail?.(data) ?? false}
        >
          <Title>{typeof title === "string" ? title : title(data)}</Title>
          <Paragraphs text={letterText ?? `${fill(sentences.greeting)}\n\n${fill(sentences.intro)}`} />
          {content?.(data, company)}
          {link && <ActionLink href={link.href}>{link.label}</ActionLink>}
          {caution?.(data, company)}
          {letterText === null && <Paragraphs text={fill(sentences.closing)} />}
        </MailFrame>
      )
    },
  }
}

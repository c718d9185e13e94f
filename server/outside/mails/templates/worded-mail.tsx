import type { ReactNode } from "react"
import { type Sentences, fillSentence } from "../../../../domain/correspondence/sentences.ts"
import type { Company } from "../../../shop/content/company.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraphs, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

export type MailAction = { href: string; label: string }

/** A mail whose subject, greeting, introduction and closing are the owner's to word. */
export type WordedMail<Data> = {
  title: string | ((data: Data) => string)
  /** Ours, until the owner has others. */
  sentences: Sentences
  /** What stands for each "{name}" in them. */
  values(data: Data, company: Company): Readonly<Record<string, string>>
  /** Why this person reads it. */
  reason(data: Data, company: Company): ReactNode
  /** What a list of mails shows after the subject, where it is not the introduction. */
  preview?(data: Data): string
  /** What somebody wrote for this one mail: it takes the place of greeting, introduction and closing. */
  letter?(data: Data): string | null
  /** Between the owner's sentences: facts, and what the law words. */
  content?(data: Data, company: Company): ReactNode
  action?(data: Data, company: Company): MailAction | null
  /** Under the button, and never the owner's to leave out: how long a link is good for, what to do about a stranger. */
  caution?(data: Data, company: Company): ReactNode
  /** About a consumer's order: it names the mediator (D34). */
  isOrderMail?(data: Data): boolean
}

/** The owner's sentences around what is fixed. */
export function worded<Data>({
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
}: WordedMail<Data>): Template<Data> {
  return {
    editable: { defaults, values },
    subject: (data, company, { subject }) => fillSentence(subject, values(data, company)),
    body: (data, company, sentences) => {
      const fill = (sentence: string) => fillSentence(sentence, values(data, company))
      const link = action?.(data, company)
      const own = letter?.(data) ?? null
      return (
        <MailFrame
          company={company}
          preview={(preview?.(data) ?? own ?? fill(sentences.intro)).slice(0, 140)}
          reason={reason(data, company)}
          isOrderMail={isOrderMail?.(data) ?? false}
        >
          <Title>{typeof title === "string" ? title : title(data)}</Title>
          <Paragraphs text={own ?? `${fill(sentences.greeting)}\n\n${fill(sentences.intro)}`} />
          {content?.(data, company)}
          {link && <ActionLink href={link.href}>{link.label}</ActionLink>}
          {caution?.(data, company)}
          {own === null && <Paragraphs text={fill(sentences.closing)} />}
        </MailFrame>
      )
    },
  }
}

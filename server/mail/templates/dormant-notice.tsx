import { href } from "react-router"
import { fillSentence } from "../../../domain/correspondence/sentences.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import type { Company } from "../company.ts"
import type { Mails } from "../mails.ts"
import { Paragraphs } from "./booking-parts.tsx"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

type Data = Mails["dormant-notice"]

const values = ({ name, erasedOn }: Data, company: Company) => ({
  client: name,
  limite: dayLong(erasedOn),
  entreprise: company.name,
})

/** To who has not come for long: the account ends, unless they sign in. */
export const dormantNotice: Template<Data> = {
  editable: {
    defaults: {
      subject: "Votre compte sera effacé le {limite}",
      greeting: "Bonjour {client},",
      intro: "Vous n’êtes pas venu sur notre site depuis longtemps.",
      closing: "{entreprise}",
    },
    values,
  },
  subject: (data, company, { subject }) => fillSentence(subject, values(data, company)),
  body: (data, company, sentences) => {
    const fill = (sentence: string) => fillSentence(sentence, values(data, company))
    return (
      <MailFrame
        company={company}
        preview={fill(sentences.intro)}
        reason="Vous recevez ce mail parce qu’un compte existe à cette adresse sur notre site."
      >
        <Title>Votre compte sera effacé</Title>
        <Paragraphs text={fill(sentences.greeting)} />
        <Paragraphs text={fill(sentences.intro)} />
        <Paragraph>
          Nous ne gardons pas les comptes dont personne ne se sert&nbsp;: le vôtre sera effacé le{" "}
          {dayLong(data.erasedOn)}, avec ce qu’il contient. Pour le garder, connectez-vous avant cette date. Pour le
          laisser partir, ne faites rien.
        </Paragraph>
        <ActionLink href={company.origin + href("/connexion")}>Me connecter</ActionLink>
        <Paragraphs text={fill(sentences.closing)} />
      </MailFrame>
    )
  },
}

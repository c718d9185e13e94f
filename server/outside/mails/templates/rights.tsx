import { href } from "react-router"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { Day } from "../../../../domain/day.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph, Quoted } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

const reason = () => "Vous recevez cet e-mail parce que vous avez exercé un droit sur vos données auprès de nous."
const greeting = "Bonjour {client},"

const values = ({ name, number, right }: { name: string; number: number; right: string }, company: Company) => ({
  client: name,
  numero: String(number),
  droit: right,
  entreprise: company.name,
})

const dueSentence = ({ dueOn }: { dueOn: Day }) => `Nous vous répondons au plus tard le ${dayLong(dueOn)}.`

export const rightsReceived = editableTemplate<Mails["rights-received"]>({
  title: "Nous avons reçu votre demande",
  sentences: {
    subject: "Votre demande de droits n°\u00a0{numero}",
    greeting,
    intro: "Nous avons bien reçu votre demande n°\u00a0{numero} ({droit}).",
    closing: "",
  },
  values,
  reason,
  preview: dueSentence,
  content: (data) => (
    <>
      <Paragraph>{dueSentence(data)}</Paragraph>
      {data.message !== "" && <Quoted text={data.message} />}
    </>
  ),
})

export const rightsReceivedOwner = editableTemplate<Mails["rights-received-owner"]>({
  title: ({ number }) => `Demande de droits n°\u00a0${number}`,
  sentences: {
    subject: "Demande de droits de {client}",
    greeting: "",
    intro: "{client} demande\u00a0: {droit}.",
    closing: "",
  },
  values,
  reason: () => "Vous recevez cet e-mail parce que vous tenez ce site.",
  preview: ({ dueOn }) => `À répondre au plus tard le ${dayLong(dueOn)}.`,
  content: ({ message, dueOn }) => (
    <>
      <Paragraph>La loi vous donne jusqu’au {dayLong(dueOn)} pour répondre.</Paragraph>
      {message !== "" && <Quoted text={message} />}
    </>
  ),
  action: (_, { origin }) => ({ href: origin + href("/admin/droits"), label: "Répondre" }),
})

export const rightsAnswered = editableTemplate<Mails["rights-answered"]>({
  title: ({ number }) => `Réponse à votre demande n°\u00a0${number}`,
  sentences: {
    subject: "Réponse à votre demande de droits n°\u00a0{numero}",
    greeting,
    intro: "Vous aviez demandé\u00a0: {droit}.",
    closing: "",
  },
  values,
  reason,
  preview: ({ answer }) => answer,
  content: ({ answer }) => (
    <>
      <Quoted text={answer} />
      <Paragraph>
        Si cette réponse ne vous convient pas, vous pouvez adresser une plainte à la CNIL (cnil.fr/fr/plaintes) ou
        saisir un tribunal.
      </Paragraph>
    </>
  ),
})

export const rightsExtended = editableTemplate<Mails["rights-extended"]>({
  title: "Votre réponse prend plus de temps",
  sentences: {
    subject: "Votre demande de droits n°\u00a0{numero}\u00a0: réponse plus tard que prévu",
    greeting,
    intro: "Notre réponse à votre demande n°\u00a0{numero} ({droit}) prend plus de temps que prévu.",
    closing: "",
  },
  values,
  reason,
  preview: dueSentence,
  content: (data) => (
    <>
      <Paragraph>{dueSentence(data)} La raison&nbsp;:</Paragraph>
      <Quoted text={data.reason} />
      <Paragraph>Vous pouvez adresser une plainte à la CNIL (cnil.fr/fr/plaintes) ou saisir un tribunal.</Paragraph>
    </>
  ),
})

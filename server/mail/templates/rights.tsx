import { href } from "react-router"
import { dayLong } from "../../../domain/day-labels.ts"
import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { ActionLink, Paragraph, Quoted, Title } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

const reason = "Vous recevez ce mail parce que vous avez exercé un droit sur vos données auprès de nous."

/** To whoever asked: their request is there, and when it is answered at the latest. */
export const rightsReceived: Template<Mails["rights-received"]> = {
  subject: ({ number }) => `Votre demande de droits n°\u00a0${number}`,
  body: ({ name, number, right, message, dueOn }, company) => (
    <MailFrame company={company} preview={`Nous vous répondons au plus tard le ${dayLong(dueOn)}.`} reason={reason}>
      <Title>Nous avons reçu votre demande</Title>
      <Paragraph>Bonjour {name},</Paragraph>
      <Paragraph>
        Votre demande n°&nbsp;{number} ({right}) nous est arrivée. Nous vous répondons au plus tard le {dayLong(dueOn)}.
      </Paragraph>
      {message !== "" && <Quoted text={message} />}
    </MailFrame>
  ),
}

/** To the owner: somebody exercises a right. */
export const rightsReceivedOwner: Template<Mails["rights-received-owner"]> = {
  subject: ({ name }) => `Demande de droits de ${name}`,
  body: ({ name, number, right, message, dueOn }, company) => (
    <MailFrame
      company={company}
      preview={`À répondre au plus tard le ${dayLong(dueOn)}.`}
      reason="Vous recevez ce mail parce que vous tenez ce site."
    >
      <Title>Demande de droits n°&nbsp;{number}</Title>
      <Paragraph>
        {name} demande&nbsp;: {right}. La loi vous donne jusqu’au {dayLong(dueOn)} pour répondre.
      </Paragraph>
      {message !== "" && <Quoted text={message} />}
      <ActionLink href={company.origin + href("/admin/droits")}>Répondre</ActionLink>
    </MailFrame>
  ),
}

/** To whoever asked: the answer. */
export const rightsAnswered: Template<Mails["rights-answered"]> = {
  subject: ({ number }) => `Réponse à votre demande de droits n°\u00a0${number}`,
  body: ({ name, number, right, answer }, company) => (
    <MailFrame company={company} preview={answer.slice(0, 120)} reason={reason}>
      <Title>Réponse à votre demande n°&nbsp;{number}</Title>
      <Paragraph>Bonjour {name},</Paragraph>
      <Paragraph>Vous aviez demandé&nbsp;: {right}.</Paragraph>
      <Quoted text={answer} />
      <Paragraph>
        Si cette réponse ne vous convient pas, vous pouvez adresser une plainte à la CNIL (cnil.fr/fr/plaintes) ou
        saisir un tribunal.
      </Paragraph>
    </MailFrame>
  ),
}

/** To whoever asked: it takes two months more, and why. */
export const rightsExtended: Template<Mails["rights-extended"]> = {
  subject: ({ number }) => `Votre demande de droits n°\u00a0${number} demande plus de temps`,
  body: ({ name, number, right, reason: why, dueOn }, company) => (
    <MailFrame company={company} preview={`Nous vous répondons au plus tard le ${dayLong(dueOn)}.`} reason={reason}>
      <Title>Votre demande demande plus de temps</Title>
      <Paragraph>Bonjour {name},</Paragraph>
      <Paragraph>
        Nous répondrons à votre demande n°&nbsp;{number} ({right}) au plus tard le {dayLong(dueOn)}. La raison&nbsp;:
      </Paragraph>
      <Quoted text={why} />
      <Paragraph>Vous pouvez adresser une plainte à la CNIL (cnil.fr/fr/plaintes) ou saisir un tribunal.</Paragraph>
    </MailFrame>
  ),
}

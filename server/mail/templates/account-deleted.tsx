import type { Mails } from "../mails.ts"
import { MailFrame } from "./mail-frame.tsx"
import { Paragraph, Title, greeting } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

/** To whoever has just deleted their account. */
export const accountDeleted: Template<Mails["account-deleted"]> = {
  subject: () => "Votre compte est supprimé",
  body: ({ name, keptYears, bookings }, company) => (
    <MailFrame
      company={company}
      preview="C’est fait, comme vous l’avez demandé."
      reason="Vous recevez ce mail, le dernier à cette adresse, parce que le compte qui l’utilisait vient d’être supprimé."
    >
      <Title>Votre compte est supprimé</Title>
      <Paragraph>{greeting(name)}</Paragraph>
      <Paragraph>
        Votre compte n’existe plus, comme vous l’avez demandé. Vos nom, adresses, téléphone et mot de passe sont
        effacés, et tous vos appareils sont déconnectés.
      </Paragraph>
      {bookings > 0 && (
        <Paragraph>
          Vos réservations restent dans nos comptes pendant {keptYears}&nbsp;ans, parce que la loi le demande, sans
          votre nom, sans la rue ni ce qui a été écrit librement. Les contrats signés et la preuve de leur signature
          restent entiers aussi longtemps.
        </Paragraph>
      )}
      <Paragraph>Si vous n’avez rien demandé, écrivez-nous sans attendre.</Paragraph>
    </MailFrame>
  ),
}

import { periods } from "../../../../domain/retention/periods.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

export const accountDeleted = editableTemplate<Mails["account-deleted"]>({
  title: "Votre compte est supprimé",
  sentences: {
    subject: "Votre compte est supprimé",
    greeting: "Bonjour {client},",
    intro: "Comme demandé, votre compte n’existe plus.",
    closing: "",
  },
  values: ({ name }, company) => ({ client: name, entreprise: company.name }),
  reason: () =>
    "Vous recevez cet e-mail, le dernier à cette adresse, parce que le compte qui l’utilisait vient d’être supprimé.",
  content: ({ keptYears, bookings }) => (
    <>
      <Paragraph>Nom, adresses, téléphone et mot de passe sont effacés.</Paragraph>
      {bookings > 0 && (
        <Paragraph>
          La loi nous demande de garder vos réservations {keptYears}&nbsp;ans, sans votre nom ni la rue. Les contrats
          signés et leur preuve, les factures et les états des lieux restent entiers, avec votre nom, aussi longtemps.
        </Paragraph>
      )}
      <Paragraph>
        Une demande au sujet de vos données est gardée {periods.rightsYears}&nbsp;ans après notre réponse, un message du
        formulaire de contact {periods.contactYears}&nbsp;ans après le dernier échange.
      </Paragraph>
      <Paragraph>Vous n’avez rien demandé&nbsp;? Écrivez-nous sans attendre.</Paragraph>
    </>
  ),
})

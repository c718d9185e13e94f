import { href } from "react-router"
import type { AddedAccess, Mails } from "../../../platform/mail/mails.ts"
import { Paragraph } from "./mail-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"

const texts: Record<AddedAccess, { subject: string; allows: string; path: string; action: string }> = {
  passkey: {
    subject: "Une clé d’accès ouvre votre compte",
    allows: "Elle ouvre votre compte sans mot de passe, sur l’appareil où elle a été créée.",
    path: href("/cles-d-acces"),
    action: "Voir mes clés d’accès",
  },
  "account-calendar": {
    subject: "Un lien d’agenda suit vos réservations",
    allows: "Ce lien montre dates et lieux de vos réservations, sans connexion. Vous pouvez le retirer.",
    path: href("/account/agenda"),
    action: "Voir mes liens d’agenda",
  },
  "shop-calendar": {
    subject: "Un lien d’agenda suit les réservations de la maison",
    allows: "Ce lien montre le calendrier de la maison, sans connexion. Vous pouvez le retirer.",
    path: href("/admin/availability/agendas"),
    action: "Voir les liens d’agenda",
  },
  "api-key": {
    subject: "Une clé d’API a été créée",
    allows: "Un logiciel agit avec elle en votre nom, dans les droits donnés.",
    path: href("/admin/cles-api"),
    action: "Voir les clés d’API",
  },
}

/** Warns the account's owner, because such an access survives a password change. */
export const accessAdded = editableTemplate<Mails["access-added"]>({
  title: ({ access }) => texts[access].subject,
  sentences: {
    subject: "{objet}",
    greeting: "Bonjour {client},",
    intro: "Un accès vient d’être ajouté à votre compte.",
    closing: "",
  },
  values: ({ name, access, called }, company) => ({
    client: name,
    objet: texts[access].subject,
    acces: called,
    entreprise: company.name,
  }),
  reason: () => "Vous recevez cet e-mail à chaque accès qui s’ajoute à votre compte.",
  content: ({ access, called }) => (
    <>
      <Paragraph>{`${called && `Son nom\u00a0: ${called}. `}${texts[access].allows}`}</Paragraph>
      <Paragraph>Si ce n’est pas vous, retirez-le, puis changez de mot de passe.</Paragraph>
    </>
  ),
  action: ({ access }, { origin }) => ({ href: origin + texts[access].path, label: texts[access].action }),
})

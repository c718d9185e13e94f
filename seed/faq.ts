import { MAX_RENTAL_DAYS } from "../domain/availability/limits.ts"
import { CART_LIFETIME_MINUTES } from "../domain/cart/cart.ts"
import { FLOOR_LABEL, POWER_WITHIN_METRES } from "../domain/booking/venue.ts"
import { typesetAll } from "./typography.ts"
import { setupTimeCapitalized } from "./setup-time.ts"

export const faqThemes = [
  "Réserver",
  "Prix et paiement",
  "Livraison et installation",
  "Pendant la fête",
  "Changer d’avis",
  "Compte et données",
] as const

type FaqTheme = (typeof faqThemes)[number]

/** `slug` is the question's anchor, so it must survive rewording. */
type FaqEntry = { slug: string; theme: FaqTheme; question: string; answer: string }

export const faqEntries: readonly FaqEntry[] = typesetAll<readonly FaqEntry[]>([
  {
    slug: "date-libre",
    theme: "Réserver",
    question: "Comment savoir si ma date est libre ?",
    answer:
      "Indiquez votre date sur l’accueil ou le catalogue. Vous voyez aussitôt les photobooths disponibles, ou leurs dates libres les plus proches.",
  },
  {
    slug: "combien-de-temps-a-l-avance",
    theme: "Réserver",
    question: "Combien de temps à l’avance faut-il réserver ?",
    answer:
      "Pour un samedi de mai à septembre, comptez trois à six mois. En semaine ou l’hiver, quelques jours suffisent souvent.",
  },
  {
    slug: "dates-gardees",
    theme: "Réserver",
    question: "Mes dates sont-elles gardées pendant que je réserve ?",
    answer: `Oui. Dès que vous êtes connecté, nous vous les gardons ${CART_LIFETIME_MINUTES} minutes. Ensuite, elles redeviennent libres.`,
  },
  {
    slug: "quand-est-ce-confirme",
    theme: "Réserver",
    question: "Quand ma réservation est-elle confirmée ?",
    answer:
      "Votre demande est d’abord « en attente ». Nous vous contactons sous 24 h, puis elle passe à « confirmé » et vous recevez le contrat. Vos dates sont bloquées pendant tout ce temps.",
  },
  {
    slug: "plusieurs-jours",
    theme: "Réserver",
    question: "Puis-je louer plusieurs jours ?",
    answer: `Oui, jusqu’à ${MAX_RENTAL_DAYS} jours par demande. Le prix d’une journée se multiplie par le nombre de jours. Certains photobooths ont aussi un tarif de week-end ou de soirée, indiqué sur leur page.`,
  },
  {
    slug: "reserver-pour-quelqu-un",
    theme: "Réserver",
    question: "Puis-je réserver pour quelqu’un d’autre ?",
    answer:
      "Oui. Depuis son compte, la personne vous donne accès à ses réservations, pour les consulter ou pour réserver en son nom. Vous recevez tous les deux un e-mail à chaque demande.",
  },
  {
    slug: "prix-tout-compris",
    theme: "Prix et paiement",
    question: "Le prix affiché est-il vraiment tout compris ?",
    answer:
      "Oui. Photobooth, options, packs photo, livraison : vous voyez le total avant de confirmer. Rien ne s’y ajoute sans votre accord.",
  },
  {
    slug: "acompte-et-solde",
    theme: "Prix et paiement",
    question: "Quand et comment dois-je payer ?",
    answer:
      "Vous réglez un acompte par carte à la signature du contrat, puis le solde avant l’événement. Si la date est proche, tout se règle à la signature. Les montants et les dates sont dans votre contrat. Le virement est possible sur demande.",
  },
  {
    slug: "caution",
    theme: "Prix et paiement",
    question: "Y a-t-il une caution ?",
    answer:
      "Oui, pour certains photobooths. C’est une empreinte de carte, prise deux jours avant la location et débitée seulement en cas de dommage, de perte ou de vol, sur justificatif. Elle est levée après vérification, au plus tard sept jours après le retour. Un chèque ou un virement est possible aussi.",
  },
  {
    slug: "packs-photo",
    theme: "Prix et paiement",
    question: "Combien de photos sont comprises ?",
    answer:
      "La page de chaque photobooth indique les tirages compris. Pour en avoir plus, ajoutez des packs à l’étape Options. Pour un mariage, comptez environ deux tirages par invité. Les photos envoyées sur téléphone ne sont pas comptées.",
  },
  {
    slug: "facture",
    theme: "Prix et paiement",
    question: "Puis-je avoir une facture au nom de mon entreprise ?",
    answer:
      "Oui. Dans votre compte, choisissez « Professionnel » et indiquez la raison sociale et le SIRET. La facture à ce nom se télécharge depuis votre espace client.",
  },
  {
    slug: "frais-de-livraison",
    theme: "Livraison et installation",
    question: "Comment sont calculés les frais de livraison ?",
    answer:
      "Ils dépendent de la distance aller-retour entre notre atelier et votre adresse. Vous voyez le montant avant de confirmer. Le tarif au kilomètre est dans nos [conditions générales de vente](/legal/cgv).",
  },
  {
    slug: "retrait",
    theme: "Livraison et installation",
    question: "Puis-je venir chercher le photobooth moi-même ?",
    answer:
      "Oui, le retrait au dépôt est gratuit. La borne de table et l’anneau de lumière tiennent dans une voiture. Le photomaton bois, le miroir et la plateforme demandent un utilitaire et deux personnes.",
  },
  {
    slug: "temps-d-installation",
    theme: "Livraison et installation",
    question: "Combien de temps prend l’installation ?",
    answer: `${setupTimeCapitalized} dans la plupart des cas. Nous arrivons au moins deux heures avant vos invités. Nous revenons démonter à l’heure convenue, le soir même ou le lendemain matin.`,
  },
  {
    slug: "place-et-courant",
    theme: "Livraison et installation",
    question: "De quelle place et de quelle prise ai-je besoin ?",
    answer: `D’un sol plat de ${FLOOR_LABEL}, invités compris, et d’une prise ordinaire de 16 A à moins de ${POWER_WITHIN_METRES} m. La borne de table se pose sur une table et fonctionne aussi sur batterie.`,
  },
  {
    slug: "en-plein-air",
    theme: "Livraison et installation",
    question: "Peut-on installer un photobooth dehors ?",
    answer:
      "Oui, à l’abri : barnum, préau, terrasse couverte. Si la pluie s’annonce, nous cherchons avec vous un emplacement de repli la veille.",
  },
  {
    slug: "etages-et-escaliers",
    theme: "Livraison et installation",
    question: "Livrez-vous en étage ou par des escaliers ?",
    answer:
      "L’anneau de lumière et la borne de table montent partout. Les autres demandent un ascenseur, ou quelques marches au plus. Décrivez l’accès dans les instructions de livraison.",
  },
  {
    slug: "papier-vide",
    theme: "Pendant la fête",
    question: "Que faire s’il n’y a plus de papier ?",
    answer:
      "Une recharge de secours est toujours à côté du photobooth. Scannez le QR code collé dessus : la notice montre le geste en images.",
  },
  {
    slug: "panne",
    theme: "Pendant la fête",
    question: "Que se passe-t-il en cas de panne ?",
    answer:
      "Appelez-nous aussitôt : la plupart des pannes se règlent au téléphone. Sinon, nous intervenons, ou nous vous remboursons la part de la location dont vous avez été privé.",
  },
  {
    slug: "recuperer-les-photos",
    theme: "Pendant la fête",
    question: "Comment récupérer toutes les photos ?",
    answer:
      "Le lendemain, vous recevez un lien vers une galerie privée. Téléchargez-y toutes vos photos d’un coup, pendant 60 jours.",
  },
  {
    slug: "casse",
    theme: "Pendant la fête",
    question: "Et si un invité casse quelque chose ?",
    answer:
      "Appelez-nous aussitôt. Une réparation est facturée au coût réel, sur justificatif ; l’usure normale est à notre charge. Vérifiez avant la fête que votre assurance de responsabilité civile couvre le matériel loué.",
  },
  {
    slug: "contrat-48-heures",
    theme: "Changer d’avis",
    question: "Combien de temps ai-je pour signer le contrat ?",
    answer:
      "48 heures à partir de son envoi, et au plus tard le début du premier jour de location. Un rappel vous arrive au bout de 24 h. Sans signature, la réservation s’annule, sans frais.",
  },
  {
    slug: "retractation",
    theme: "Changer d’avis",
    question: "Ai-je un droit de rétractation ?",
    answer:
      "Nos [conditions générales de vente](/legal/cgv) disent quand, et pendant combien de jours après la signature. Il s’exerce alors sans motif ni frais : touchez « Renoncer au contrat ici » sur la page de votre réservation. Si l’événement tombe dans ce délai, nous vous demandons d’abord votre accord exprès ; une fois la location faite, le droit s’éteint.",
  },
  {
    slug: "annulation",
    theme: "Changer d’avis",
    question: "Que me rembourse-t-on si j’annule ?",
    answer:
      "Avant la signature du contrat, vous ne devez rien. Ensuite, tout dépend du temps qui reste avant l’événement : le barème est dans nos [conditions générales de vente](/legal/cgv). Vous êtes remboursé sur votre moyen de paiement.",
  },
  {
    slug: "changer-de-date",
    theme: "Changer d’avis",
    question: "Puis-je changer de date ou d’options ?",
    answer:
      "Oui, si la nouvelle date est libre : touchez « Demander d’autres dates » sur la page de votre réservation. Pour les options, écrivez-nous ou appelez-nous. Vous voyez la différence de prix avant tout changement.",
  },
  {
    slug: "demande-refusee",
    theme: "Changer d’avis",
    question: "Pouvez-vous refuser ma demande ?",
    answer:
      "Cela arrive, pour une adresse trop lointaine ou un lieu inaccessible. Nous vous disons pourquoi et cherchons une autre solution. Rien n’est débité.",
  },
  {
    slug: "espace-client",
    theme: "Compte et données",
    question: "À quoi sert l’espace client ?",
    answer:
      "Vous y suivez vos réservations, signez le contrat, payez et téléchargez vos factures. Vous pouvez aussi en partager l’accès avec un proche.",
  },
  {
    slug: "photos-et-vie-privee",
    theme: "Compte et données",
    question: "Que faites-vous des photos de mes invités ?",
    answer:
      "Nous vous les remettons, rien d’autre. Seules les personnes à qui vous donnez le lien voient la galerie. Au bout de 60 jours, tout est effacé.",
  },
  {
    slug: "mes-donnees",
    theme: "Compte et données",
    question: "Comment récupérer ou supprimer mes données ?",
    answer:
      "Depuis votre compte, à tout moment. Vous pouvez le supprimer dès qu’aucune réservation n’est en cours et que rien n’est dû. La loi nous oblige à garder les factures 10 ans. Nous répondons à toute demande dans le mois.",
  },
])

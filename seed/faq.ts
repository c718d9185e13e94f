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

export type FaqTheme = (typeof faqThemes)[number]

/** `slug` is the question's anchor, so it must survive rewording. */
export type FaqEntry = { slug: string; theme: FaqTheme; question: string; answer: string }

export const faqEntries: readonly FaqEntry[] = typesetAll<readonly FaqEntry[]>([
  {
    slug: "date-libre",
    theme: "Réserver",
    question: "Comment savoir si ma date est libre ?",
    answer:
      "Indiquez votre date sur l’accueil ou le catalogue : chaque machine affiche aussitôt si elle est disponible, ou ses dates libres les plus proches. Le calendrier de réservation est à jour à la seconde, sans appel ni devis à attendre.",
  },
  {
    slug: "combien-de-temps-a-l-avance",
    theme: "Réserver",
    question: "Combien de temps à l’avance faut-il réserver ?",
    answer:
      "Pour un samedi de mai à septembre, comptez trois à six mois. En semaine ou l’hiver, quelques jours suffisent souvent : chaque machine demande un délai de préparation, que le calendrier applique pour vous.",
  },
  {
    slug: "dates-gardees",
    theme: "Réserver",
    question: "Mes dates sont-elles gardées pendant que je réserve ?",
    answer: `Oui. Dès que vous êtes connecté, les dates choisies vous sont gardées pendant ${CART_LIFETIME_MINUTES} minutes et personne d’autre ne peut les prendre. Passé ce délai, elles redeviennent libres.`,
  },
  {
    slug: "quand-est-ce-confirme",
    theme: "Réserver",
    question: "Quand ma réservation est-elle confirmée ?",
    answer:
      "Votre demande est d’abord « en attente ». Nous vous contactons dans les 24 heures, puis elle passe à « confirmé » et vous recevez le contrat. Vos dates restent bloquées pour vous pendant tout ce temps.",
  },
  {
    slug: "plusieurs-jours",
    theme: "Réserver",
    question: "Puis-je louer une machine plusieurs jours ?",
    answer: `Oui, choisissez vos jours dans le calendrier, jusqu’à ${MAX_RENTAL_DAYS} par demande. Le prix est celui d’une journée multiplié par le nombre de jours, et il s’affiche à mesure que vous les ajoutez. Certaines machines se louent aussi pour un week-end ou une soirée : leur page dit ces formules et leur prix.`,
  },
  {
    slug: "reserver-pour-quelqu-un",
    theme: "Réserver",
    question: "Puis-je réserver pour quelqu’un d’autre ?",
    answer:
      "Oui. Depuis son compte, la personne peut vous donner accès à ses réservations, pour les consulter ou pour réserver en son nom. Chaque demande envoyée, modifiée ou retirée en son nom est notée avec le nom de celui qui l’a fait, et un e-mail vous prévient tous les deux.",
  },
  {
    slug: "prix-tout-compris",
    theme: "Prix et paiement",
    question: "Le prix affiché est-il vraiment tout compris ?",
    answer:
      "Oui. Le récapitulatif montre chaque ligne dès que vous la choisissez : machine, options, packs photo, puis la livraison une fois l’adresse connue. Vous voyez le total avant de confirmer, et rien ne s’y ajoute sans votre accord.",
  },
  {
    slug: "acompte-et-solde",
    theme: "Prix et paiement",
    question: "Quand et comment dois-je payer ?",
    answer:
      "Un acompte à la signature du contrat, par carte, puis le solde avant l’événement. Si la date est proche, la totalité est due à la signature. Les montants et la date du solde sont écrits dans le contrat. Le virement est possible sur demande.",
  },
  {
    slug: "caution",
    theme: "Prix et paiement",
    question: "Y a-t-il une caution ?",
    answer:
      "Cela dépend de la machine ; le montant est écrit dans le contrat. Il s’agit d’une autorisation sur votre carte, prise deux jours avant la location. Ce n’est pas un paiement : nous ne pouvons en garder que ce qui est dû pour un dommage, une perte ou un vol, sur justificatif, après vous l’avoir annoncé, et elle est levée après la vérification du matériel, au plus tard sept jours après le retour. Un chèque ou un virement est possible aussi.",
  },
  {
    slug: "packs-photo",
    theme: "Prix et paiement",
    question: "Combien de photos sont comprises ?",
    answer:
      "Les photos envoyées sur téléphone ne sont pas comptées. La page de chaque machine dit combien de photos imprimées sont comprises dans la location. Pour plus de tirages, ajoutez des packs à l’étape Options, qui dit combien de photos chacun contient et ce qu’il coûte par jour. Pour un mariage, comptez environ deux tirages par invité.",
  },
  {
    slug: "facture",
    theme: "Prix et paiement",
    question: "Puis-je avoir une facture au nom de mon entreprise ?",
    answer:
      "Oui. Indiquez dans votre compte que vous êtes un professionnel, avec la raison sociale et le SIRET. La facture est établie à ce nom et se télécharge depuis votre espace client.",
  },
  {
    slug: "frais-de-livraison",
    theme: "Livraison et installation",
    question: "Comment sont calculés les frais de livraison ?",
    answer:
      "D’après la distance à vol d’oiseau entre notre atelier et votre adresse, aller et retour, arrondie au kilomètre. Le tarif au kilomètre et la distance offerte sont dans nos [conditions générales de vente](/legal/cgv) ; le montant s’affiche dès que vous donnez votre adresse, avant que vous ne confirmiez. Si elle ne peut pas être localisée, nous le fixons avec vous avant le contrat.",
  },
  {
    slug: "retrait",
    theme: "Livraison et installation",
    question: "Puis-je venir chercher la machine moi-même ?",
    answer:
      "Oui, le retrait à l’atelier est gratuit. La borne de table et l’anneau de lumière tiennent dans une voiture ordinaire. Le photomaton bois, le miroir et la plateforme demandent un utilitaire et deux personnes : nous conseillons la livraison.",
  },
  {
    slug: "temps-d-installation",
    theme: "Livraison et installation",
    question: "Combien de temps prend l’installation ?",
    answer: `${setupTimeCapitalized} dans la plupart des cas. Nous arrivons au moins deux heures avant vos invités, et nous repassons démonter à l’heure convenue, le soir même ou le lendemain matin.`,
  },
  {
    slug: "place-et-courant",
    theme: "Livraison et installation",
    question: "De quelle place et de quelle prise ai-je besoin ?",
    answer: `D’un sol plat et d’une prise ordinaire de 16 A à moins de ${POWER_WITHIN_METRES} m. La machine prend 1 m de large pour l’anneau de lumière, 1,60 m pour le photomaton bois, un cercle de 3,50 m pour la plateforme 360 ; une place de ${FLOOR_LABEL} en laisse aussi à vos invités. La borne de table se pose sur une table et fonctionne aussi sur batterie.`,
  },
  {
    slug: "en-plein-air",
    theme: "Livraison et installation",
    question: "Peut-on installer une machine dehors ?",
    answer:
      "Oui, à l’abri : barnum, préau, terrasse couverte. Le vent et la rosée abîment le papier bien avant la machine. En cas de pluie annoncée, nous cherchons avec vous un emplacement de repli la veille.",
  },
  {
    slug: "etages-et-escaliers",
    theme: "Livraison et installation",
    question: "Livrez-vous en étage ou par des escaliers ?",
    answer:
      "L’anneau de lumière et la borne de table montent partout. Pour les autres, il faut un ascenseur ou quelques marches au plus. Décrivez l’accès dans les instructions de livraison, nous vous dirons ce qui passe.",
  },
  {
    slug: "papier-vide",
    theme: "Pendant la fête",
    question: "Que faire s’il n’y a plus de papier ?",
    answer:
      "Une recharge de secours est toujours près de la machine. Scannez le QR code collé dessus : la notice montre le geste en images, et il prend une minute. Elle se lit même sans réseau si vous l’avez ouverte une fois.",
  },
  {
    slug: "panne",
    theme: "Pendant la fête",
    question: "Que se passe-t-il en cas de panne ?",
    answer:
      "Appelez-nous sans attendre : la plupart des pannes se règlent au téléphone. Si ce n’est pas le cas et que nous ne pouvons pas intervenir à temps, nous vous remboursons la part de la location dont vous avez été privé.",
  },
  {
    slug: "recuperer-les-photos",
    theme: "Pendant la fête",
    question: "Comment récupérer toutes les photos ?",
    answer:
      "Vous recevez le lendemain un lien vers une galerie privée, ouverte pendant 60 jours. Tout s’y télécharge d’un coup, en pleine définition. Ensuite nous effaçons les photos de nos machines et de la galerie.",
  },
  {
    slug: "casse",
    theme: "Pendant la fête",
    question: "Et si un invité casse quelque chose ?",
    answer:
      "Prévenez-nous sans attendre. Le matériel est sous votre garde pendant la location : vérifiez que votre assurance de responsabilité civile le couvre. L’usure normale est à notre charge ; une réparation est facturée au coût réel, sur justificatif.",
  },
  {
    slug: "contrat-48-heures",
    theme: "Changer d’avis",
    question: "Combien de temps ai-je pour signer le contrat ?",
    answer:
      "48 heures à partir de son envoi, et au plus tard le début du premier jour de location. Un rappel vous arrive au bout de 24 heures. Sans signature, la réservation est annulée, rien n’est débité et les dates redeviennent libres.",
  },
  {
    slug: "retractation",
    theme: "Changer d’avis",
    question: "Ai-je un droit de rétractation ?",
    answer:
      "Nos [conditions générales de vente](/legal/cgv) disent s’il est ouvert, et pendant combien de jours après la signature. Il s’exerce alors sans motif ni frais : le bouton « Renoncer au contrat ici » est sur la page de votre réservation. Si l’événement tombe dans ce délai, nous vous demandons votre accord exprès pour commencer avant sa fin ; une fois la location faite, le droit s’éteint.",
  },
  {
    slug: "annulation",
    theme: "Changer d’avis",
    question: "Que me rembourse-t-on si j’annule ?",
    answer:
      "Avant la signature du contrat, vous ne devez rien. Ensuite, tout dépend du temps qui reste avant l’événement : le barème est dans nos [conditions générales de vente](/legal/cgv), jour par jour. Le remboursement revient sur le moyen de paiement d’origine.",
  },
  {
    slug: "changer-de-date",
    theme: "Changer d’avis",
    question: "Puis-je changer de date ou d’options ?",
    answer:
      "Oui, tant que la nouvelle date est libre : le bouton « Demander d’autres dates » est sur la page de votre réservation. Pour les options, écrivez-nous ou appelez-nous. Nous vous montrons la différence de prix avant de modifier quoi que ce soit. Les options peuvent changer tant que la machine n’est pas préparée.",
  },
  {
    slug: "demande-refusee",
    theme: "Changer d’avis",
    question: "Pouvez-vous refuser ma demande ?",
    answer:
      "Cela arrive, pour une adresse trop lointaine ou un lieu inaccessible. Nous vous disons pourquoi et proposons une autre solution quand il y en a une. Une demande restée sans réponse finit par se clore d’elle-même ; rien n’est débité.",
  },
  {
    slug: "espace-client",
    theme: "Compte et données",
    question: "À quoi sert l’espace client ?",
    answer:
      "À suivre chaque réservation, de la demande au retour du matériel. Vous y signez le contrat, payez, téléchargez les factures, enregistrez une adresse et partagez l’accès avec un proche.",
  },
  {
    slug: "photos-et-vie-privee",
    theme: "Compte et données",
    question: "Que faites-vous des photos de mes invités ?",
    answer:
      "Rien d’autre que vous les remettre. Elles ne servent ni à notre publicité ni à personne, et la galerie n’est visible que de ceux à qui vous donnez le lien. Au bout de 60 jours, elles sont effacées.",
  },
  {
    slug: "mes-donnees",
    theme: "Compte et données",
    question: "Comment récupérer ou supprimer mes données ?",
    answer:
      "Depuis votre compte : vous pouvez exporter vos données à tout moment, et supprimer votre compte dès qu’aucune réservation n’est en cours et que rien n’est dû. Les documents que la loi nous oblige à garder, comme les factures, le sont pendant 10 ans. Nous répondons à toute demande dans le mois.",
  },
])

import { href } from "react-router"
import { screens } from "../screens.ts"

export const helpThemes = [
  "Réservations",
  "Contrat et argent",
  "Le jour de la location",
  "Calendrier",
  "Catalogue et site",
  "La maison",
] as const

/**
 * What an owner does here, for somebody who has never done it. What stands in « » is a label as the screen shows it:
 * a test looks for each in the code that `shownBy` names.
 */
export type HelpTask = {
  id: string
  theme: (typeof helpThemes)[number]
  title: string
  /** What else it is looked for by. */
  words: readonly string[]
  /** The addresses of the screens concerned, as prefixes. */
  screens: readonly string[]
  /** Where one begins. */
  start: { to: string; label: string }
  steps: readonly string[]
  /** Folders or files of app/admin. */
  shownBy: readonly string[]
}

const begin = ({ to, title }: { to: string; title: string }) => ({ to, label: title })

export const helpTasks: readonly HelpTask[] = [
  {
    id: "reservation-par-telephone",
    theme: "Réservations",
    title: "Prendre une réservation par téléphone",
    words: ["appel", "saisir", "client", "noter"],
    screens: [screens.newBooking.to, screens.bookings.to, screens.users.to],
    start: begin(screens.newBooking),
    steps: [
      "Ouvrez «\u00A0Nouvelle réservation\u00A0».",
      "Cherchez la personne dans «\u00A0Nom, e-mail ou téléphone du client\u00A0», ou choisissez «\u00A0Nouveau client\u00A0».",
      "Choisissez le «\u00A0Produit\u00A0», puis les jours dans le calendrier, et les options.",
      "Indiquez le lieu, puis «\u00A0Calculer le prix\u00A0».",
      "Cochez «\u00A0Confirmer tout de suite\u00A0» si tout est convenu, et «\u00A0Enregistrer la réservation\u00A0». Rien n’existe avant ce bouton.",
    ],
    shownBy: ["bookings/new", "bookings/order", "kit/screens.ts"],
  },
  {
    id: "repondre-a-une-demande",
    theme: "Réservations",
    title: "Confirmer ou refuser une demande",
    words: ["accepter", "répondre", "valider", "annuler"],
    screens: [screens.bookings.to, screens.today.to],
    start: begin(screens.today),
    steps: [
      "Les demandes qui attendent sont en tête de l’accueil, et dans «\u00A0Réservations\u00A0».",
      "Ouvrez la demande et lisez ses dates, son lieu et son prix.",
      "Appuyez sur «\u00A0Confirmer\u00A0», ou sur «\u00A0Refuser\u00A0» pour choisir un motif.",
      "Un refus ou une confirmation peut être repris pendant une minute, depuis le message qui s’affiche.",
    ],
    shownBy: ["bookings/booking", "kit/screens.ts"],
  },
  {
    id: "changer-une-reservation",
    theme: "Réservations",
    title: "Changer les dates, les options ou le lieu",
    words: ["modifier", "déplacer", "adresse", "livraison"],
    screens: [screens.bookings.to],
    start: begin(screens.bookings),
    steps: [
      "Ouvrez la réservation.",
      "Choisissez «\u00A0Changer les dates\u00A0», «\u00A0Changer les options\u00A0» ou «\u00A0Changer l’adresse ou la livraison\u00A0».",
      "«\u00A0Calculer la différence\u00A0» montre ce que cela change au prix.",
      "«\u00A0Enregistrer les changements\u00A0» les garde, et prévient le client si vous l’avez coché.",
    ],
    shownBy: ["bookings/booking", "bookings/calendar", "kit/booking"],
  },
  {
    id: "envoyer-un-contrat",
    theme: "Contrat et argent",
    title: "Faire signer un contrat",
    words: ["signature", "envoyer", "renvoyer", "papier", "pdf"],
    screens: [screens.contracts.to, screens.bookings.to],
    start: begin(screens.contracts),
    steps: [
      "Le contrat se prépare quand vous confirmez la demande. Ouvrez la réservation, rubrique «\u00A0Contrat\u00A0».",
      "Un client qui n’a pas signé peut recevoir son lien une nouvelle fois\u00A0: «\u00A0Renvoyer le lien\u00A0».",
      "Signé sur papier\u00A0: «\u00A0Noter une signature\u00A0», avec le nom et le jour.",
      "«\u00A0Télécharger le contrat\u00A0» en donne le PDF.",
    ],
    shownBy: ["bookings/booking"],
  },
  {
    id: "noter-un-paiement",
    theme: "Contrat et argent",
    title: "Noter un paiement reçu",
    words: ["virement", "chèque", "espèces", "acompte", "solde", "encaisser"],
    screens: [screens.bookings.to, screens.takings.to],
    start: begin(screens.bookingsList),
    steps: [
      "Ouvrez la réservation, rubrique «\u00A0Paiements\u00A0».",
      "Appuyez sur «\u00A0Noter un paiement\u00A0».",
      "Indiquez le «\u00A0Montant reçu\u00A0», le «\u00A0Moyen\u00A0» et le jour.",
      "«\u00A0Noter le paiement\u00A0» l’inscrit au registre. Un paiement par carte s’y inscrit de lui-même.",
    ],
    shownBy: ["bookings/booking"],
  },
  {
    id: "rembourser",
    theme: "Contrat et argent",
    title: "Rendre de l’argent",
    words: ["remboursement", "rembourser", "geste", "trop-perçu"],
    screens: [screens.bookings.to, screens.finance.to],
    start: begin(screens.bookingsList),
    steps: [
      "Ouvrez la réservation, rubrique «\u00A0Paiements\u00A0».",
      "«\u00A0Rendre ce montant\u00A0» rend ce qui est dû ou un geste, et dit sur quoi il est pris.",
      "Rendu par virement, chèque ou espèces\u00A0: faites-le d’abord, puis «\u00A0Noter un remboursement\u00A0».",
      "«\u00A0Noter le remboursement\u00A0» le garde, avec le jour et le moyen.",
    ],
    shownBy: ["bookings/booking"],
  },
  {
    id: "caution",
    theme: "Contrat et argent",
    title: "Recevoir et rendre une caution",
    words: ["dépôt de garantie", "empreinte", "retenue", "dégâts"],
    screens: [screens.bookings.to],
    start: begin(screens.bookingsList),
    steps: [
      "Le montant de la caution se règle sur la page du produit.",
      "Reçue en chèque ou en espèces\u00A0: dans la réservation, «\u00A0Noter une caution reçue\u00A0», puis «\u00A0Noter la caution\u00A0».",
      "En cas de dégât, faites d’abord l’état des lieux de retour, puis «\u00A0Annoncer une retenue\u00A0» avec le motif et le montant.",
      "Le client peut répondre avant que la retenue soit prise\u00A0; le reste lui est rendu.",
    ],
    shownBy: ["bookings/booking"],
  },
  {
    id: "etat-des-lieux",
    theme: "Le jour de la location",
    title: "Faire un état des lieux",
    words: ["photos", "départ", "retour", "signature", "constat"],
    screens: [screens.bookings.to, screens.bookingDay.to.replace(/\/:?day\??$/, "")],
    start: begin(screens.bookingDay),
    steps: [
      "Sur place, ouvrez la réservation sur votre téléphone, rubrique «\u00A0Le jour J\u00A0».",
      "Pour chaque chose, choisissez «\u00A0Complet et en bon état\u00A0» ou «\u00A0Avec des réserves\u00A0», et décrivez.",
      "Ajoutez vos photographies, puis écrivez les noms et faites signer.",
      "«\u00A0Enregistrer l’état des lieux\u00A0» en fait un document que le client reçoit.",
    ],
    shownBy: ["bookings/report", "bookings/booking"],
  },
  {
    id: "bloquer-des-jours",
    theme: "Calendrier",
    title: "Bloquer des jours",
    words: ["vacances", "congés", "fermer", "fermeture", "libérer", "indisponible"],
    screens: [screens.availability.to],
    start: begin(screens.availability),
    steps: [
      "Ouvrez «\u00A0Disponibilités\u00A0», puis «\u00A0Bloquer une période\u00A0».",
      "Choisissez le produit, les jours et un motif, que vous seul lisez.",
      "«\u00A0Voir avant de bloquer\u00A0» montre les réservations qui s’y trouvent\u00A0: elles ne sont pas touchées.",
      "Pour rouvrir ces jours\u00A0: les mêmes dates, puis «\u00A0Voir avant de libérer\u00A0».",
    ],
    shownBy: ["availability", "kit/screens.ts"],
  },
  {
    id: "echanger-des-exemplaires",
    theme: "Calendrier",
    title: "Échanger deux exemplaires",
    words: ["planning", "machine", "déplacer", "panne", "stock"],
    screens: [screens.availability.to],
    start: { to: `${screens.availability.to}?vue=planning`, label: "Planning" },
    steps: [
      "Ouvrez le «\u00A0Planning\u00A0» et choisissez la réservation à déplacer.",
      "Un exemplaire est libre ces jours-là\u00A0: «\u00A0Déplacer\u00A0».",
      "Aucun n’est libre\u00A0: choisissez dans «\u00A0Échanger avec un autre exemplaire\u00A0», puis «\u00A0Échanger\u00A0».",
      "Le client ne voit rien changer\u00A0: ses dates restent.",
    ],
    shownBy: ["availability"],
  },
  {
    id: "nouveau-produit",
    theme: "Catalogue et site",
    title: "Ajouter un produit",
    words: ["machine", "créer", "stock", "visible", "catalogue"],
    screens: [screens.products.to],
    start: begin(screens.products),
    steps: [
      "Ouvrez «\u00A0Produits\u00A0», puis «\u00A0Ajouter un produit\u00A0».",
      "Donnez-lui un «\u00A0Nom\u00A0», un «\u00A0Prix par jour\u00A0» et un «\u00A0Stock\u00A0»\u00A0: combien vous en avez.",
      "«\u00A0Créer le produit\u00A0» le garde\u00A0; ajoutez ensuite son image et ses options.",
      "Cochez «\u00A0Visible dans le catalogue\u00A0» quand il est prêt à être loué.",
    ],
    shownBy: ["products", "kit/screens.ts", "kit/catalog"],
  },
  {
    id: "prix-et-options",
    theme: "Catalogue et site",
    title: "Changer un prix, ajouter une option",
    words: ["tarif", "supplément", "pack", "remise"],
    screens: [screens.options.to, screens.products.to],
    start: begin(screens.options),
    steps: [
      "Le prix du produit\u00A0: sa page, champ «\u00A0Prix par jour\u00A0», puis «\u00A0Enregistrer\u00A0».",
      "Une option\u00A0: «\u00A0Options\u00A0», choisissez le produit, puis «\u00A0Ajouter une option\u00A0».",
      "Indiquez son prix et son unité\u00A0: par jour, par pièce ou une fois.",
      "Les réservations déjà prises gardent le prix qu’elles ont.",
    ],
    shownBy: ["products", "options", "kit/screens.ts", "kit/edit-form.tsx"],
  },
  {
    id: "images",
    theme: "Catalogue et site",
    title: "Mettre des images et des films",
    words: ["photo", "galerie", "film", "vidéo", "logo"],
    screens: [screens.products.to, screens.siteConfig.to],
    start: begin(screens.products),
    steps: [
      "Ouvrez le produit\u00A0: l’«\u00A0Image\u00A0» est celle de la carte du catalogue.",
      "Décrivez-la en une phrase, pour qui ne la voit pas.",
      "Sous «\u00A0Galerie\u00A0», ajoutez d’autres images, ou un film court.",
      "Le logo et l’image d’accueil se changent dans «\u00A0Configuration du site\u00A0».",
    ],
    shownBy: ["products", "kit/screens.ts"],
  },
  {
    id: "textes-du-site",
    theme: "Catalogue et site",
    title: "Changer les textes du site",
    words: ["page", "à propos", "services", "faq", "mentions", "écrire"],
    screens: [screens.about.to, screens.services.to, screens.faq.to, screens.legal.to, screens.siteConfig.to],
    start: begin(screens.about),
    steps: [
      "Ouvrez «\u00A0Page À propos\u00A0», «\u00A0Page Services\u00A0» ou «\u00A0Questions fréquentes\u00A0».",
      "Écrivez\u00A0; ce que vous tapez est gardé dans cet onglet jusqu’à l’enregistrement.",
      "«\u00A0Enregistrer\u00A0» met le texte en ligne.",
      "Les «\u00A0Textes légaux\u00A0» gardent leurs versions\u00A0: celle qu’un client a acceptée reste lisible.",
    ],
    shownBy: ["kit/screens.ts", "kit/edit-form.tsx"],
  },
  {
    id: "lettre-aux-inscrits",
    theme: "Catalogue et site",
    title: "Écrire aux inscrits aux nouveautés",
    words: ["newsletter", "lettre", "abonnés", "courriel", "annoncer"],
    screens: [screens.newsletter.to, screens.products.to],
    start: begin(screens.newsletter),
    steps: [
      "Ouvrez le nouveau produit, puis «\u00A0Lettre aux inscrits\u00A0».",
      "Écrivez un objet et quelques phrases\u00A0; l’aperçu les suit.",
      "«\u00A0M’envoyer un essai\u00A0» vous l’envoie à vous seul.",
      "«\u00A0Préparer l’envoi\u00A0», puis «\u00A0Envoyer la lettre\u00A0»\u00A0: une fois par produit.",
      "Pendant deux minutes, «\u00A0Arrêter la lettre\u00A0» la retient encore.",
    ],
    shownBy: ["products"],
  },
  {
    id: "ouvrir-la-boutique",
    theme: "La maison",
    title: "Ouvrir la boutique",
    words: ["commencer", "premier jour", "installer", "dépôt", "siret"],
    screens: [screens.siteConfig.to, screens.finance.to],
    start: begin(screens.siteConfig),
    steps: [
      "«\u00A0Configuration du site\u00A0»\u00A0: le nom, l’adresse, le téléphone et les mentions de votre entreprise.",
      "«\u00A0Finances\u00A0»\u00A0: l’adresse du «\u00A0Dépôt\u00A0», d’où les livraisons sont comptées, et l’acompte.",
      "«\u00A0Produits\u00A0»\u00A0: au moins un produit avec un prix, une image et un stock.",
      "«\u00A0Disponibilités\u00A0»\u00A0: bloquez les jours où vous ne louez pas.",
    ],
    shownBy: ["kit/screens.ts", "finance"],
  },
  {
    id: "factures-et-comptable",
    theme: "La maison",
    title: "Trouver les factures, les donner au comptable",
    words: ["export", "fec", "comptabilité", "pdf", "avoir", "csv"],
    screens: [screens.invoices.to, screens.finance.to],
    start: begin(screens.invoices),
    steps: [
      "Ouvrez «\u00A0Factures\u00A0»\u00A0: elles s’établissent seules quand une somme est due ou reçue.",
      "Cherchez par «\u00A0Numéro, nom ou montant\u00A0».",
      "«\u00A0Pour votre comptable\u00A0»\u00A0: tous les PDF d’un mois, «\u00A0Télécharger (ZIP)\u00A0».",
      "«\u00A0Journal des ventes (format FEC)\u00A0» se lit par son logiciel.",
    ],
    shownBy: ["finance", "kit/screens.ts"],
  },
  {
    id: "second-administrateur",
    theme: "La maison",
    title: "Donner l’accès à quelqu’un d’autre",
    words: ["administrateur", "collègue", "rôle", "droits", "utilisateur"],
    screens: [screens.users.to],
    start: begin(screens.users),
    steps: [
      "La personne crée d’abord son compte sur le site et confirme son adresse.",
      "Ouvrez «\u00A0Utilisateurs\u00A0», cherchez-la, ouvrez sa fiche, rubrique «\u00A0Accès\u00A0».",
      "«\u00A0Nommer administrateur\u00A0» lui ouvre tout ce que vous voyez ici.",
      "Vous pouvez le lui retirer au même endroit\u00A0; il reste toujours au moins un administrateur.",
    ],
    shownBy: ["people", "kit/screens.ts"],
  },
  {
    id: "sauvegarde",
    theme: "La maison",
    title: "Garder une copie de tout",
    words: ["backup", "copie", "restaurer", "perte", "sauvegarder"],
    screens: [],
    start: begin(screens.today),
    steps: [
      "La copie se fait sur le serveur, par la personne qui exploite le site\u00A0: commande «\u00A0npm run backup\u00A0».",
      "Elle contient les réservations, les textes, les images et les documents, en un fichier.",
      "Gardez ce fichier ailleurs que sur le serveur, et pas chez tout le monde\u00A0: il contient les données de vos clients.",
      "«\u00A0npm run restore\u00A0» le remet en place\u00A0; faites l’essai une fois, sur une autre machine.",
    ],
    shownBy: ["../../package.json"],
  },
]

export const helpPath = href("/admin/aide")
export const helpHref = (id: string) => href("/admin/aide/:task", { task: id })

export function helpTask(id: string): HelpTask | null {
  return helpTasks.find((task) => task.id === id) ?? null
}

/** The tasks of the screen at that address: those that begin there first. */
export function tasksOfScreen(path: string): HelpTask[] {
  const here = helpTasks.filter(({ screens: shown }) =>
    shown.some((screen) => path === screen || path.startsWith(`${screen}/`)),
  )
  return here.toSorted((one, other) => Number(other.start.to === path) - Number(one.start.to === path))
}

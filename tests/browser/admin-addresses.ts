import type { Shop } from "../harness/shop.ts"

type AdminScreen = {
  path: string
  heading: string
  fields?: readonly string[]
  acts?: readonly string[]
  columns?: readonly string[]
}

type OwnerIds = {
  product: string
  productName: string
  pending: string
  pendingNumber: string
  confirmedNumber: string
  confirmed: string
  sheet: string
  client: string
  clientName: string
}

const nobody = "00000000-0000-4000-8000-000000000000"

export const adminScreensByRoute: Readonly<Record<string, (ids: OwnerIds) => readonly AdminScreen[]>> = {
  "/admin/aujourdhui": ({ clientName, pending }) => [
    { path: "", heading: "Aujourd’hui", acts: [`Confirmer pour ${clientName}`], columns: ["Mois", "Occupation"] },
    { path: `?refuser=${pending}`, heading: "Aujourd’hui", fields: ["Motif"], acts: ["Refuser la demande"] },
  ],
  "/admin/bookings": ({ pending, clientName }) => [
    {
      path: "",
      heading: "Réservations",
      fields: ["Produit"],
      acts: [`Confirmer pour ${clientName}`, "Bloquer", "Libérer"],
    },
    {
      path: `?reservation=${pending}`,
      heading: "Réservations",
      fields: ["Ajouter une note"],
      acts: ["Ajouter la note"],
    },
    {
      path: `?reservation=${pending}&modifier=adresse`,
      heading: "Réservations",
      fields: ["Code postal", "Ville", "Instructions"],
    },
  ],
  "/admin/bookings/liste": () => [
    {
      path: "",
      heading: "Toutes les réservations",
      fields: ["Nom, e-mail, téléphone, ville, produit ou numéro", "État", "Produit", "Du", "Au"],
      columns: ["Client", "Dates", "Ville", "Total"],
    },
    { path: "?q=introuvable", heading: "Toutes les réservations" },
  ],
  "/admin/bookings/nouvelle": ({ client, product }) => [
    {
      path: "",
      heading: "Nouvelle réservation",
      fields: ["Nom, e-mail ou téléphone du client"],
      acts: ["Chercher"],
    },
    {
      path: "?client=nouveau",
      heading: "Nouvelle réservation",
      fields: ["Nom", "Téléphone", "Adresse e-mail", "Produit", "Aller à un mois"],
    },
    {
      path: `?client=${client}&produit=${product}`,
      heading: "Nouvelle réservation",
      fields: ["Code postal", "Ville", "Confirmer tout de suite"],
    },
  ],
  "/admin/bookings/jour/:day?": () => [
    { path: "", heading: "Départs et retours", fields: ["Jour"], acts: ["Afficher"] },
  ],
  "/admin/missions": () => [{ path: "", heading: "Équipe et missions", acts: ["Télécharger (CSV)"] }],
  "/admin/devis": () => [{ path: "", heading: "Devis" }],
  "/admin/devis/nouveau": ({ client, product }) => [
    {
      path: `?client=${client}&produit=${product}`,
      heading: "Nouveau devis",
      fields: ["Adresse", "Code postal", "Ville", "Votre mot", "Valable jusqu’au", "Garder les dates jusqu’au"],
    },
  ],
  "/admin/devis/:number": () => [{ path: "/admin/devis/D-2027-9999", heading: "Devis" }],
  "/admin/devis/:number/modifier": () => [{ path: "/admin/devis/D-2027-9999/modifier", heading: "Devis" }],
  "/admin/bookings/:number": ({ pendingNumber, confirmedNumber }) => [
    {
      path: `/admin/bookings/${pendingNumber}`,
      heading: `Réservation n° ${pendingNumber}`,
      fields: ["Ajouter une note"],
      acts: ["Confirmer", "Ajouter la note"],
    },
    {
      path: `/admin/bookings/${confirmedNumber}?geste=annuler`,
      heading: `Réservation n° ${confirmedNumber}`,
    },
    {
      path: `/admin/bookings/${confirmedNumber}?geste=annuler&cible=client`,
      heading: `Réservation n° ${confirmedNumber}`,
      fields: ["Date de sa demande", "Motif"],
    },
    {
      path: `/admin/bookings/${confirmedNumber}?geste=paiement`,
      heading: `Réservation n° ${confirmedNumber}`,
      fields: ["Montant reçu", "Moyen", "Reçu le"],
      acts: ["Noter le paiement"],
    },
  ],
  "/admin/bookings/:number/etat-des-lieux/:leg": ({ confirmedNumber }) => [
    {
      path: `/admin/bookings/${confirmedNumber}/etat-des-lieux/depart`,
      heading: "État des lieux de départ",
      fields: ["Remarques"],
      acts: ["Enregistrer l’état des lieux"],
    },
  ],
  "/admin/bookings/:id/fiche": ({ confirmed, sheet }) => [
    { path: `/admin/bookings/${confirmed}/fiche`, heading: sheet },
  ],
  "/admin/availability": () => [
    {
      path: "",
      heading: "Disponibilités",
      fields: ["Produit", "Durée", "Du", "Au", "Pour", "Motif"],
      acts: ["Voir avant de bloquer", "Voir avant de libérer"],
    },
    { path: "?vue=annee", heading: "Disponibilités", fields: ["Produit"] },
  ],
  "/admin/availability/agendas": () => [
    {
      path: "",
      heading: "Agendas",
      fields: ["Nom, pour le reconnaître", "Produit", "Les jours de préparation"],
      acts: ["Créer un lien"],
    },
  ],
  "/admin/cles-api": () => [
    {
      path: "",
      heading: "Clés d’API",
      fields: ["Nom", "Valable", "Lire les réservations", "Créer, confirmer, refuser et annuler des réservations"],
      acts: ["Créer une clé"],
    },
  ],
  "/admin/codes-promo": () => [{ path: "", heading: "Codes promo" }],
  "/admin/codes-promo/:code": () => [
    {
      path: "/admin/codes-promo/nouveau",
      heading: "Nouveau code",
      fields: ["Code", "De combien", "Montant minimum"],
      acts: ["Enregistrer"],
    },
  ],
  "/admin/webhooks": () => [{ path: "", heading: "Webhooks", fields: ["Adresse à appeler", "Son contrat est signé"] }],
  "/admin/cles-api/documentation": () => [{ path: "", heading: "Documentation de l’API" }],
  "/admin/products": () => [
    {
      path: "",
      heading: "Produits",
      fields: ["Rechercher un produit", "État"],
      columns: ["Produit", "État", "Prix par jour", "Stock"],
    },
  ],
  "/admin/products/ordre": ({ productName }) => [
    { path: "", heading: "Ordre du catalogue", acts: [`Monter : ${productName}`, `Descendre : ${productName}`] },
  ],
  "/admin/products/:id": ({ product, productName }) => [
    {
      path: `/admin/products/${product}`,
      heading: productName,
      fields: ["Nom", "Prix par jour", "Stock", "Prix du pack photo", "Photos par pack", "Adresse de la notice"],
      acts: ["Enregistrer"],
    },
    {
      path: "/admin/products/nouveau",
      heading: "Nouveau produit",
      fields: ["Nouvelle caractéristique", "Visible dans le catalogue"],
      acts: ["Créer le produit"],
    },
  ],
  "/admin/products/:id/exemplaires/:number": ({ product }) => [
    {
      path: `/admin/products/${product}/exemplaires/1`,
      heading: "Exemplaire 1",
      fields: ["Nom", "Numéro de série", "En service depuis", "Tirages", "Du", "Au"],
      acts: ["Enregistrer", "Ajouter au stock", "Noter la réparation"],
    },
  ],
  "/admin/products/:id/formules/:plan": ({ product }) => [
    {
      path: `/admin/products/${product}/formules/heures`,
      heading: "Nouvelle formule",
      fields: ["Nom", "Durée", "Prix", "Heures de début", "Mise en place"],
      acts: ["Ajouter la formule"],
    },
  ],
  "/admin/regles-de-prix": () => [
    { path: "", heading: "Règles de prix" },
    {
      path: "?regle=saison",
      heading: "Règles de prix",
      fields: ["Nom", "Premier jour", "Dernier jour", "Changement", "Durée minimum", "Priorité"],
      acts: ["Ajouter la règle"],
    },
  ],
  "/admin/zones-de-livraison": () => [
    { path: "", heading: "Zones de livraison" },
    {
      path: "?zone=couronne",
      heading: "Zones de livraison",
      fields: ["Nom", "De", "À", "Frais de livraison"],
      acts: ["Ajouter la zone"],
    },
  ],
  "/admin/finance/simulateur": () => [
    { path: "", heading: "Simulateur de prix", fields: ["Produit", "Premier jour", "Code postal"], acts: ["Calculer"] },
  ],
  // The demonstration has no mail server, so there is no letter to write.
  "/admin/products/:id/lettre": ({ product }) => [
    { path: `/admin/products/${product}/lettre`, heading: "Lettre aux inscrits" },
  ],
  "/admin/aide": () => [{ path: "?ecran=/admin/availability", heading: "Aide" }],
  "/admin/aide/:task": () => [{ path: "/admin/aide/bloquer-des-jours", heading: "Bloquer des jours" }],
  "/admin/options": ({ product }) => [
    { path: `?produit=${product}`, heading: "Options", fields: ["Produit"] },
    {
      path: `?produit=${product}&option=nouvelle`,
      heading: "Options",
      fields: ["Nom", "Prix", "Unité"],
      acts: ["Enregistrer"],
    },
  ],
  "/admin/manuals": ({ product }) => [
    {
      path: `?produit=${product}`,
      heading: "Notices",
      fields: ["Titre de la section 1", "Contenu de la section 1", "Image de la section 1"],
      acts: ["Ajouter une section", "Enregistrer la notice"],
    },
  ],
  "/admin/manuals/etiquettes": ({ product }) => [
    { path: "", heading: "Étiquettes des notices", fields: ["Étiquettes par produit"], acts: ["Composer la feuille"] },
    { path: `?produit=${product}&nombre=2`, heading: "Étiquettes des notices", acts: ["Imprimer"] },
  ],
  "/admin/contracts": () => [
    {
      path: "",
      heading: "Contrats",
      fields: ["Rechercher", "État", "Réservations"],
      columns: ["Réservation", "Client", "Contrat", "À signer avant"],
    },
  ],
  "/admin/contracts/modele": () => [
    {
      path: "",
      heading: "Modèle de contrat",
      fields: ["Titre", "Contenu", "Aperçu avec la réservation"],
      acts: ["Publier une nouvelle version"],
    },
  ],
  "/admin/users": () => [
    {
      path: "",
      heading: "Utilisateurs",
      fields: ["Rechercher", "Rôle", "État"],
      columns: ["Nom", "E-mail", "Rôle", "Inscription", "Réservations"],
    },
  ],
  "/admin/users/:id": ({ client, clientName }) => [{ path: `/admin/users/${client}`, heading: clientName }],
  "/admin/finance": () => [
    {
      path: "",
      heading: "Finances",
      fields: ["Frais par kilomètre", "Livraison gratuite jusqu’à", "Taux de TVA"],
      acts: ["Ajouter un palier", "Enregistrer", "Calculer"],
    },
  ],
  "/admin/finance/encaissements": () => [
    {
      path: "",
      heading: "Encaissements",
      fields: ["Rechercher", "Moyen"],
      acts: ["Vérifier maintenant"],
      columns: ["Réservation", "Écriture", "Montant"],
    },
    { path: "?clotures=mois&q=personne", heading: "Encaissements", acts: ["Filtrer"] },
  ],
  "/admin/finance/factures": () => [
    {
      path: "",
      heading: "Factures",
      fields: ["Numéro, nom ou montant", "Document", "Du", "Au", "Tous les PDF d’un mois"],
      acts: ["Télécharger (ZIP)"],
      columns: ["Document", "Date", "Client", "Montant"],
    },
  ],
  "/admin/finance/releves": () => [
    {
      path: "",
      heading: "Relevés bancaires",
      fields: ["Le fichier de votre banque", "Rechercher"],
      acts: ["Importer le relevé"],
    },
  ],
  "/admin/finance/releves/colonnes/:id": () => [
    { path: `/admin/finance/releves/colonnes/${nobody}`, heading: "Colonnes du relevé" },
  ],
  "/admin/finance/releves/ligne/:id": () => [
    { path: `/admin/finance/releves/ligne/${nobody}`, heading: "Ligne d’un relevé" },
  ],
  "/admin/finance/revenus": () => [
    { path: "", heading: "Chiffre d’affaires", fields: ["Année", "Produit"], columns: ["Mois", "Chiffre", "Part"] },
  ],
  "/admin/about": () => [{ path: "", heading: "Page À propos", fields: ["Titre", "Contenu"], acts: ["Enregistrer"] }],
  "/admin/services": () => [
    {
      path: "",
      heading: "Page Services",
      fields: ["Titre", "Contenu", "Légende de l’image 1", "Ajouter une image"],
      acts: ["Enregistrer", "Descendre : l’image 1"],
    },
  ],
  "/admin/site-config": () => [
    {
      path: "",
      heading: "Configuration du site",
      fields: ["Titre d’accueil", "Nom de l’entreprise", "Diaphragme", "Adresse e-mail"],
      acts: ["Enregistrer l’entreprise", "Enregistrer"],
    },
  ],
  "/admin/testimonials": () => [
    { path: "", heading: "Avis" },
    { path: "?entree=nouvelle", heading: "Avis", fields: ["Auteur", "Date", "Note", "Texte"], acts: ["Enregistrer"] },
  ],
  "/admin/faq": () => [
    { path: "", heading: "Questions fréquentes" },
    {
      path: "?entree=nouvelle",
      heading: "Questions fréquentes",
      fields: ["Thème", "Question", "Réponse", "Publiée sur le site"],
      acts: ["Enregistrer"],
    },
  ],
  "/admin/legal": () => [{ path: "", heading: "Textes légaux", columns: ["Texte", "Version"] }],
  "/admin/legal/:page": () => [
    {
      path: "/admin/legal/cgv",
      heading: "Conditions générales de vente",
      fields: ["Titre", "Contenu"],
      acts: ["Publier une nouvelle version"],
    },
  ],
  "/admin/messages": () => [{ path: "", heading: "Messages" }],
  "/admin/demandes": () => [
    { path: "", heading: "Demandes", fields: ["Rechercher", "État", "Genre"], acts: ["Filtrer"] },
    { path: "?appel=nouveau", heading: "Demandes", fields: ["Nom", "Téléphone", "Note"], acts: ["Noter l’appel"] },
  ],
  "/admin/mails": () => [{ path: "", heading: "E-mails" }],
  "/admin/mails/modeles": () => [{ path: "", heading: "Modèles d’e-mails" }],
  "/admin/mails/modeles/:template": () => [
    { path: "/admin/mails/modeles/booking-requested", heading: "Demande reçue", acts: ["Enregistrer"] },
  ],
  "/admin/newsletter": () => [{ path: "", heading: "Nouveautés" }],
  "/admin/journal": () => [
    { path: "", heading: "Journal", fields: ["Rechercher", "Personne", "Sujet", "Du", "Au"], acts: ["Filtrer"] },
  ],
  "/admin/droits": () => [{ path: "", heading: "Demandes de droits" }],
  "/admin/journal/effacements": () => [{ path: "", heading: "Données effacées" }],
  "/admin/statistiques": () => [{ path: "", heading: "Statistiques" }],
  "/admin/vider": () => [{ path: "", heading: "Vider la boutique" }],
  "/admin/reglages": () => [
    { path: "", heading: "Réglages et outils", fields: ["Chercher un réglage"], acts: ["Chercher"] },
    { path: "?q=tva", heading: "Réglages et outils" },
  ],
  "/admin/recherche": ({ productName }) => [
    { path: `?q=${encodeURIComponent(productName)}`, heading: "Rechercher", acts: ["Rechercher"] },
  ],
}

export async function readOwnerIds(shop: Shop): Promise<OwnerIds> {
  const [ids] = await shop.sql<OwnerIds>(
    `with pending as (select b.id, b.number, p.id as client, p.name as "clientName" from bookings b join profiles p on p.id = b.user_id where b.status = 'pending' order by b.created_at limit 1)
     select products.id as product, products.name as "productName", pending.id as pending, pending.number as "pendingNumber", confirmed.number as "confirmedNumber", pending.client, pending."clientName", confirmed.id as confirmed, confirmed.sheet
     from products, pending, (select id, number, case when is_delivery then 'Livraison' else 'Retrait' end || ', n° ' || number as sheet from bookings where status = 'confirmed' and first_day > current_date order by number limit 1) confirmed where products.name = 'Photomaton bois'`,
  )
  if (!ids) throw new Error("The demonstration has no request and no confirmed booking")
  return ids
}

export function adminScreens(ids: OwnerIds): AdminScreen[] {
  return Object.entries(adminScreensByRoute).flatMap(([route, of]) =>
    of(ids).map((screen) => {
      const isWhole = screen.path.startsWith("/admin/") || (screen.path.startsWith("/") && route.includes(":id"))
      return { ...screen, path: isWhole ? screen.path : route.replace(/\/:.*$/, "") + screen.path }
    }),
  )
}

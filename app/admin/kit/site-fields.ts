/** The typed fields of the configuration, by name, as the owner reads them. */
export const siteFieldLabels = {
  heroTitle: "Titre d’accueil",
  heroDescription: "Description d’accueil",
  heroImageAlt: "Description de l’image",
  companyName: "Nom de l’entreprise",
  companyIcon: "Icône",
  accentColor: "Couleur",
  companyPhone: "Téléphone",
  companyEmail: "Adresse e-mail",
  companyAddress: "Adresse",
  instagramUrl: "Instagram",
  googleBusinessId: "Identifiant Google Business",
  ratingLabel: "Note affichée",
  phoneHelp: "Assistance par téléphone",
  setupTime: "Temps d’installation",
  accessibilityPercent: "Critères d’accessibilité respectés",
  siteTitle: "Titre du site",
  siteDescription: "Description du site",
  legalForm: "Forme juridique",
  shareCapital: "Capital social",
  companySiret: "SIRET",
  companyRcs: "RCS",
  vatNumber: "Numéro de TVA",
  publicationDirector: "Directeur de la publication",
  hostingNotice: "Hébergeur",
  mediatorName: "Médiateur de la consommation",
  mediatorUrl: "Site du médiateur",
  insurance: "Assurance professionnelle",
} as const

export type SiteField = keyof typeof siteFieldLabels
export const siteFields = Object.keys(siteFieldLabels) as SiteField[]

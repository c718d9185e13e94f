/** Contracts, invoices and legal pages print these. */
export const companyFieldLabels = {
  companyName: "Nom de l’entreprise",
  companySiret: "SIRET",
  companyRcs: "RCS",
  legalForm: "Forme juridique",
  shareCapital: "Capital social",
  vatNumber: "Numéro de TVA",
  companyAddress: "Adresse",
  companyPhone: "Téléphone",
  companyEmail: "Adresse e-mail",
  publicationDirector: "Directeur de la publication",
  hostingNotice: "Hébergeur",
  mediatorName: "Médiateur de la consommation",
  mediatorUrl: "Site du médiateur",
  insurance: "Assurance professionnelle",
} as const

export const siteFieldLabels = {
  heroTitle: "Titre d’accueil",
  heroDescription: "Description d’accueil",
  heroImageAlt: "Description de l’image",
  companyIcon: "Icône",
  accentColor: "Couleur",
  instagramUrl: "Instagram",
  googleBusinessId: "Identifiant Google Business",
  ratingLabel: "Note affichée",
  phoneHelp: "Assistance par téléphone",
  setupTime: "Temps d’installation",
  opensAt: "Ouverture",
  closesAt: "Fermeture",
  accessibilityPercent: "Critères d’accessibilité respectés",
  accessibilityAuditedOn: "Audit d’accessibilité du",
  accessibilityAuditedBy: "Audit mené par",
  siteTitle: "Titre du site",
  siteDescription: "Description du site",
} as const

export type CompanyField = keyof typeof companyFieldLabels
export type SiteField = keyof typeof siteFieldLabels
export const companyFields = Object.keys(companyFieldLabels) as CompanyField[]
export const siteFields = Object.keys(siteFieldLabels) as SiteField[]

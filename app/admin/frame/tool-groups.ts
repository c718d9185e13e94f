import CalendarDays from "lucide-react/icons/calendar-days"
import Euro from "lucide-react/icons/euro"
import Globe from "lucide-react/icons/globe"
import Mail from "lucide-react/icons/mail"
import ShieldCheck from "lucide-react/icons/shield-check"
import Tag from "lucide-react/icons/tag"
import type { LucideIcon } from "../../ui/icon.tsx"
import { type Screen, screens } from "../kit/screens.ts"

type Tool = Screen & { summary: string }
type ToolGroup = { name: string; icon: LucideIcon; tools: readonly Tool[] }

export const toolGroups: readonly ToolGroup[] = [
  {
    name: "Vendre",
    icon: Tag,
    tools: [
      { ...screens.priceRules, summary: "Saisons, jours, délais" },
      { ...screens.promoCodes, summary: "Un code, une fin, un nombre" },
      { ...screens.deliveryZones, summary: "Forfaits par code postal ou par anneau" },
      { ...screens.simulator, summary: "Le prix d’une date, règle par règle" },
      { ...screens.productsOrder, summary: "La place de chaque produit" },
      { ...screens.leads, summary: "Appels et paniers à relancer" },
    ],
  },
  {
    name: "Le jour J",
    icon: CalendarDays,
    tools: [
      { ...screens.shifts, summary: "Qui fait quoi, congés, heures" },
      { ...screens.calendars, summary: "Google, Outlook, téléphone" },
      { ...screens.manualLabels, summary: "QR à coller sur les machines" },
    ],
  },
  {
    name: "Écrire",
    icon: Mail,
    tools: [
      { ...screens.mails, summary: "Partis, en attente, en échec" },
      { ...screens.mailTemplates, summary: "Les mots de chaque envoi" },
      { ...screens.newsletter, summary: "Une lettre à vos inscrits" },
    ],
  },
  {
    name: "L’argent",
    icon: Euro,
    tools: [
      { ...screens.invoices, summary: "Factures et avoirs, export comptable" },
      { ...screens.takings, summary: "Chaque paiement, et l’archive" },
      { ...screens.statements, summary: "Importer et rapprocher" },
      { ...screens.revenue, summary: "Mois par mois, en CSV" },
    ],
  },
  {
    name: "Le site",
    icon: Globe,
    tools: [
      { ...screens.faq, summary: "Les réponses de votre site" },
      { ...screens.testimonials, summary: "À lire, à publier" },
      { ...screens.legal, summary: "CGV, mentions, cookies" },
      { ...screens.contractTemplate, summary: "Les clauses du contrat" },
      { ...screens.statistics, summary: "Visites, pages, sources" },
    ],
  },
  {
    name: "La maison",
    icon: ShieldCheck,
    tools: [
      { ...screens.rights, summary: "Données d’un client, 1 mois pour répondre" },
      { ...screens.erased, summary: "Ce qui s’efface, et quand" },
      { ...screens.emptying, summary: "Effacer vos essais avant l’ouverture" },
      { ...screens.journal, summary: "Chaque geste, avec son auteur" },
      { ...screens.apiKeys, summary: "Pour relier un autre outil" },
      { ...screens.apiDocument, summary: "Pour votre développeur" },
      { ...screens.webhooks, summary: "Prévenir un autre outil" },
      { ...screens.help, summary: "Chaque tâche, pas à pas" },
    ],
  },
]

const toolPaths = toolGroups.flatMap(({ tools }) => tools.map(({ to }) => to))

export const isToolPath = (pathname: string) =>
  toolPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))

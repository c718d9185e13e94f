import BookOpen from "lucide-react/icons/book-open"
import Box from "lucide-react/icons/box"
import CalendarDays from "lucide-react/icons/calendar-days"
import Camera from "lucide-react/icons/camera"
import ChartColumn from "lucide-react/icons/chart-column"
import CircleHelp from "lucide-react/icons/circle-question-mark"
import Clock from "lucide-react/icons/clock"
import Euro from "lucide-react/icons/euro"
import FileText from "lucide-react/icons/file-text"
import History from "lucide-react/icons/history"
import House from "lucide-react/icons/house"
import Inbox from "lucide-react/icons/inbox"
import Mail from "lucide-react/icons/mail"
import Megaphone from "lucide-react/icons/megaphone"
import Scale from "lucide-react/icons/scale"
import SlidersVertical from "lucide-react/icons/sliders-vertical"
import Star from "lucide-react/icons/star"
import Sun from "lucide-react/icons/sun"
import Truck from "lucide-react/icons/truck"
import Users from "lucide-react/icons/users"
import type { LucideIcon } from "../../ui/icon.tsx"

export type AdminEntry = { to: string; label: string; icon: LucideIcon; counts?: "requests" }

/** The back office, what is opened every day first. */
export const adminEntries: readonly AdminEntry[] = [
  { to: "/admin/aujourdhui", label: "Aujourd’hui", icon: Sun, counts: "requests" },
  { to: "/admin/bookings", label: "Réservations", icon: CalendarDays },
  { to: "/admin/availability", label: "Disponibilités", icon: Clock },
  { to: "/admin/products", label: "Produits", icon: Box },
  { to: "/admin/options", label: "Options", icon: SlidersVertical },
  { to: "/admin/manuals", label: "Notices", icon: BookOpen },
  { to: "/admin/contracts", label: "Contrats", icon: FileText },
  { to: "/admin/users", label: "Utilisateurs", icon: Users },
  { to: "/admin/finance", label: "Finances", icon: Euro },
  { to: "/admin/statistiques", label: "Statistiques", icon: ChartColumn },
  { to: "/admin/about", label: "Page À propos", icon: House },
  { to: "/admin/services", label: "Page Services", icon: Truck },
  { to: "/admin/site-config", label: "Configuration du site", icon: Camera },
  { to: "/admin/testimonials", label: "Avis", icon: Star },
  { to: "/admin/faq", label: "Questions fréquentes", icon: CircleHelp },
  { to: "/admin/legal", label: "Textes légaux", icon: Scale },
  { to: "/admin/messages", label: "Messages", icon: Inbox },
  { to: "/admin/mails", label: "Courriels", icon: Mail },
  { to: "/admin/newsletter", label: "Nouveautés", icon: Megaphone },
  { to: "/admin/journal", label: "Journal", icon: History },
]

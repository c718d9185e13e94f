import BookOpen from "lucide-react/icons/book-open"
import Box from "lucide-react/icons/box"
import CalendarDays from "lucide-react/icons/calendar-days"
import Camera from "lucide-react/icons/camera"
import ChartColumn from "lucide-react/icons/chart-column"
import CircleHelp from "lucide-react/icons/circle-question-mark"
import Clock from "lucide-react/icons/clock"
import Contact from "lucide-react/icons/contact"
import Euro from "lucide-react/icons/euro"
import FileText from "lucide-react/icons/file-text"
import History from "lucide-react/icons/history"
import House from "lucide-react/icons/house"
import Inbox from "lucide-react/icons/inbox"
import KeyRound from "lucide-react/icons/key-round"
import Mail from "lucide-react/icons/mail"
import MapPin from "lucide-react/icons/map-pin"
import Megaphone from "lucide-react/icons/megaphone"
import Percent from "lucide-react/icons/percent"
import Quote from "lucide-react/icons/quote"
import ReceiptText from "lucide-react/icons/receipt-text"
import Scale from "lucide-react/icons/scale"
import ShieldCheck from "lucide-react/icons/shield-check"
import SlidersVertical from "lucide-react/icons/sliders-vertical"
import Star from "lucide-react/icons/star"
import Sun from "lucide-react/icons/sun"
import TicketPercent from "lucide-react/icons/ticket-percent"
import Truck from "lucide-react/icons/truck"
import Users from "lucide-react/icons/users"
import Webhook from "lucide-react/icons/webhook"
import type { LucideIcon } from "../../ui/icon.tsx"
import { type Screen, screens } from "../kit/screens.ts"

export type AdminCounts = { requests: number; messages: number }
export type AdminEntry = Screen & { icon: LucideIcon; counts?: keyof AdminCounts }
export type AdminGroup = { name: string; entries: readonly AdminEntry[] }

export const adminGroups: readonly AdminGroup[] = [
  {
    name: "Au quotidien",
    entries: [
      { ...screens.today, icon: Sun, counts: "requests" },
      { ...screens.bookings, icon: CalendarDays },
      { ...screens.availability, icon: Clock },
      { ...screens.quotes, icon: Quote },
      { ...screens.messages, icon: Inbox, counts: "messages" },
      { ...screens.leads, icon: Contact },
      { ...screens.users, icon: Users },
    ],
  },
  {
    name: "Le catalogue",
    entries: [
      { ...screens.products, icon: Box },
      { ...screens.options, icon: SlidersVertical },
      { ...screens.priceRules, icon: Percent },
      { ...screens.promoCodes, icon: TicketPercent },
      { ...screens.manuals, icon: BookOpen },
    ],
  },
  {
    name: "Le site",
    entries: [
      { ...screens.siteConfig, icon: Camera },
      { ...screens.about, icon: House },
      { ...screens.services, icon: Truck },
      { ...screens.testimonials, icon: Star },
      { ...screens.faq, icon: CircleHelp },
      { ...screens.legal, icon: Scale },
    ],
  },
  {
    name: "La maison",
    entries: [
      { ...screens.contracts, icon: FileText },
      { ...screens.finance, icon: Euro },
      { ...screens.deliveryZones, icon: MapPin },
      { ...screens.invoices, icon: ReceiptText },
      { ...screens.statistics, icon: ChartColumn },
      { ...screens.mails, icon: Mail },
      { ...screens.newsletter, icon: Megaphone },
      { ...screens.rights, icon: ShieldCheck },
      { ...screens.apiKeys, icon: KeyRound },
      { ...screens.webhooks, icon: Webhook },
      { ...screens.journal, icon: History },
    ],
  },
]

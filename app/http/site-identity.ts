import type { FramedVisitor } from "../../domain/accounts/framed-visitor.ts"
import type { Picture } from "../ui/photo.tsx"

/** What every page shows of the company, all from the site configuration. Null: the owner has not given it yet. */
export type SiteIdentity = {
  companyName: string
  logo: Picture | null
  icon: "camera" | "image" | "aperture"
  phone: string | null
  email: string | null
  address: string | null
  siret: string | null
  instagramUrl: string | null
  hostingNotice: string | null
  /** "Assistance téléphonique 24/7"; null while the owner claims nothing (D51), as the next. */
  phoneHelp: string | null
  /** After "Installé en": "moins de 30 minutes". */
  setupTime: string | null
  /** Every day, Paris time. */
  openingHours: { opens: string; closes: string } | null
  /** As its accessibility statement calls the site: "partiellement conforme", "non audité". */
  conformity: string
  /** Whether it still says claims of the demonstration, which says the specified defaults (D51). */
  isDemonstration: boolean
  /** This year, for the copyright line. */
  year: number
  title: string
  description: string
}

/** Who is signed in, as far as a page needs to know. */
export type VisitorIdentity = Omit<FramedVisitor, "userId" | "accountId" | "endsInSeconds"> & {
  /** A mail server is set: what asks them to confirm their address reaches them. */
  mailsLeave: boolean
}

/** For whom somebody acts (D19). */
export type ActingIdentity = Pick<FramedVisitor, "acting" | "others" | "cartLines">

import type { FramedVisitor } from "../../domain/accounts/framed-visitor.ts"
import type { Picture } from "../ui/photo.tsx"

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
  /** null while the owner claims nothing (D51). */
  phoneHelp: string | null
  setupTime: string | null
  /** Paris time. */
  openingHours: { opens: string; closes: string } | null
  conformity: string
  /** True while demonstration claims remain (D51). */
  isDemonstration: boolean
  year: number
  title: string
  description: string
}

export type VisitorIdentity = Omit<FramedVisitor, "userId" | "accountId" | "endsInSeconds"> & {
  canMail: boolean
}

export type ActingIdentity = Pick<FramedVisitor, "acting" | "others" | "cartLines">

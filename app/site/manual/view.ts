import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import type { Picture } from "../../ui/photo.tsx"

export type ManualSectionView = { title: string; html: SafeHtml; picture: Picture | null }

export type ManualView = {
  productId: string
  name: string
  description: string
  features: readonly string[]
  picture: Picture | null
  /** null when the product has no manual. */
  link: { href: string; isThisPage: boolean } | null
  sections: readonly ManualSectionView[]
  address: string
  phone: string | null
}

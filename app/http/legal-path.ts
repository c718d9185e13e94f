import { href } from "react-router"
import type { LegalPage } from "../../domain/content/legal-pages.ts"

/** Where a legal text is read, with the name of one. */
export function legalPath(page: LegalPage): string {
  return href("/legal/:page", { page })
}

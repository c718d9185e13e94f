import { href } from "react-router"
import type { LegalPage } from "../../domain/content/legal-pages.ts"

/** Where a legal text is read, with the name of one. */
export function legalPath(page: LegalPage): string {
  return href("/legal/:page", { page })
}

/** Where the frozen words of a version are downloaded (D44). */
export function legalFilePath(page: string, version: number): string {
  return href("/legal/:page/:version/texte", { page, version: String(version) })
}

/** The version of a text that somebody accepted: where it is read, and its frozen words as a file (D44). */
export type AcceptedText = { version: number; read: string; file: string }

/** Where what somebody accepted ("cgv-3") is read and downloaded; null when nothing was kept of it. */
export function acceptedTextPaths(accepted: string | null): AcceptedText | null {
  const [, page, digits] = /^([a-z-]+)-([1-9]\d{0,5})$/.exec(accepted ?? "") ?? []
  if (!page || !digits) return null
  const version = Number(digits)
  return {
    version,
    read: `${href("/legal/:page", { page })}?version=${version}`,
    file: legalFilePath(page, version),
  }
}

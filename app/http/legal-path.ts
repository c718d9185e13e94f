import { href } from "react-router"
import type { LegalPage } from "../../domain/content/legal-pages.ts"

export function legalPath(page: LegalPage): string {
  return href("/legal/:page", { page })
}

export function legalFilePath(page: string, version: number): string {
  return href("/legal/:page/:version/texte", { page, version: String(version) })
}

export type AcceptedText = { version: number; read: string; file: string }

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

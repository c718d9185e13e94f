import { href } from "react-router"

export function leadHref(id: string): string {
  return `${href("/admin/demandes")}?demande=${id}`
}

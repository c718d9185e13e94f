import { toPlainSigns } from "../pasted-text.ts"

/** The form under which accounts are stored and looked up; mail servers know a domain by its ASCII name only. */
export function normalizeEmail(email: string): string {
  const address = toPlainSigns(email)
    .normalize("NFC")
    .replace(/^mailto:/i, "")
    .toLowerCase()
  const [, local, domain] = /^([^@]*)@([^@]*)$/.exec(address) ?? []
  return domain && /[^\0-\x7f]/.test(domain) ? `${local}@${toAsciiDomain(domain)}` : address
}

/** RFC 5321: the local part in ASCII, which every mail server delivers. */
export function isEmail(address: string): boolean {
  const [, local = "", domain = ""] = /^([^@]+)@([^@]+)$/.exec(address) ?? []
  return localPart.test(local) && local.length <= 64 && hostName.test(domain)
}

const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const hostName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]+)$/i

function toAsciiDomain(domain: string): string {
  const host = URL.canParse(`https://${domain}/`) ? new URL(`https://${domain}/`).hostname : domain
  return host === "" ? domain : host
}

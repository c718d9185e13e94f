type Sign = readonly [pattern: RegExp, name: string]

/** The first that fits: several browsers also say that they are Chrome or Safari. */
const browsers: readonly Sign[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]

const systems: readonly Sign[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
]

/** What a person would call the device that sent this User-Agent: "Firefox sur Windows". */
export function deviceName(userAgent: string): string {
  const nameOf = (signs: readonly Sign[]) => signs.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const [browser, system] = [nameOf(browsers), nameOf(systems)]
  if (!browser) return system ?? "Appareil inconnu"
  return system ? `${browser} sur ${system}` : browser
}

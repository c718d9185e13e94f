type DevicePattern = readonly [pattern: RegExp, name: string]

/** Order matters: several browsers also claim Chrome or Safari. */
const browsers: readonly DevicePattern[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]

const systems: readonly DevicePattern[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
]

export function deviceName(userAgent: string): string {
  const matchName = (candidates: readonly DevicePattern[]) =>
    candidates.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const [browser, system] = [matchName(browsers), matchName(systems)]
  if (!browser) return system ?? "Appareil inconnu"
  return system ? `${browser} sur ${system}` : browser
}

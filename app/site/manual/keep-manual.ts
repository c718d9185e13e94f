import { useEffect } from "react"

const worker = "/manual-worker.js"
const scope = "/manual/"
const worthKeeping = /\.(?:css|woff2|avif|webp|png|jpe?g|svg)$/

/**
 * Has the manual that is open kept on the phone, with its style, letters and pictures, so that it reads at a party
 * without a network. Where the browser cannot, nothing changes.
 */
export function useKeptManual(productId: string): void {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return
    let gone = false
    const keep = async () => {
      const registration = await navigator.serviceWorker.register(worker, { scope })
      await pageLoaded()
      const active = registration.active ?? registration.waiting ?? registration.installing
      if (!gone) active?.postMessage({ keep: `${scope}${productId}`, files: filesOfPage() })
    }
    // Private windows and full disks refuse: the page itself needs none of this.
    keep().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [productId])
}

function pageLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve()
  return new Promise((resolve) => addEventListener("load", () => resolve(), { once: true }))
}

/** What the page has loaded of ours, and the pictures that it would load further down. */
function filesOfPage(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name)
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)
  const pictures = [...document.querySelectorAll<HTMLImageElement>("main img")].map(
    (image) => image.currentSrc || image.src,
  )
  const ours = [...loaded, ...styles, ...pictures].filter((address) => {
    const url = new URL(address, location.href)
    return url.origin === location.origin && worthKeeping.test(url.pathname)
  })
  return [...new Set(ours)]
}

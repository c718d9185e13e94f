import { useEffect } from "react"

const worker = "/manual-worker.js"
const scope = "/manual/"
const offlineFilePattern = /\.(?:css|woff2|avif|webp|png|jpe?g|svg)$/

/** Stores the open manual on the phone, for a party without a network. */
export function useOfflineManual(productId: string): void {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return
    let unmounted = false
    const storeManual = async () => {
      const registration = await navigator.serviceWorker.register(worker, { scope })
      await waitForLoad()
      const active = registration.active ?? registration.waiting ?? registration.installing
      if (!unmounted) active?.postMessage({ keep: `${scope}${productId}`, files: listPageFiles() })
    }
    // Private windows and full disks refuse: the page itself needs none of this.
    storeManual().catch(() => undefined)
    return () => {
      unmounted = true
    }
  }, [productId])
}

function waitForLoad(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve()
  return new Promise((resolve) => addEventListener("load", () => resolve(), { once: true }))
}

/** Includes pictures further down, which have not loaded yet. */
function listPageFiles(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name)
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href)
  const pictures = [...document.querySelectorAll<HTMLImageElement>("main img")].map(
    (image) => image.currentSrc || image.src,
  )
  const ownFiles = [...loaded, ...styles, ...pictures].filter((address) => {
    const url = new URL(address, location.href)
    return url.origin === location.origin && offlineFilePattern.test(url.pathname)
  })
  return [...new Set(ownFiles)]
}

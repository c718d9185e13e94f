import { useEffect, useEffectEvent, useRef } from "react"
import { href, useLocation, useNavigation } from "react-router"
import { networkRestored, networkLost } from "../http/keep-page-offline.ts"
import { useToast } from "../ui/toast.tsx"

const resent = "Votre geste partira de lui-même."

const texts = {
  network: {
    reading: "La page s’ouvrira dès que le réseau revient.",
    sending: "Rien n’a été envoyé. Réessayez dès que le réseau revient.",
  },
  server: {
    reading: "La page s’ouvrira dès qu’il répond.",
    sending: "Réessayez dans un instant\u00a0: votre saisie est encore là.",
  },
} as const

export function NetworkNotice() {
  const toast = useToast()
  const { pathname } = useLocation()
  const { location: pendingLocation } = useNavigation()
  const notice = useRef<AbortController>(null)

  const isNavigatingTo = useEffectEvent((request: Request) => {
    const url = new URL(request.url)
    return pendingLocation?.pathname === url.pathname && pendingLocation.search === url.search
  })
  const onLost = useEffectEvent((event: WindowEventMap[typeof networkLost]) => {
    const { request, missing } = event.detail
    event.detail.isNavigation = () => isNavigatingTo(request)
    if (notice.current && !notice.current.signal.aborted) return
    notice.current = new AbortController()
    const reassurance = pathname.startsWith(href("/admin")) ? "votre saisie est gardée" : "vos choix sont gardés"
    const until = notice.current.signal
    // Other listeners may still say that they send it again.
    queueMicrotask(() =>
      toast({
        kind: "error",
        title: missing === "network" ? `Pas de réseau, ${reassurance}` : `Le site ne répond pas, ${reassurance}`,
        text: event.detail.isResent ? resent : texts[missing][request.method === "GET" ? "reading" : "sending"],
        until,
      }),
    )
  })
  useEffect(() => {
    const handleLost = (event: WindowEventMap[typeof networkLost]) => onLost(event)
    const handleRestored = () => notice.current?.abort()
    window.addEventListener(networkLost, handleLost)
    window.addEventListener("online", handleRestored)
    window.addEventListener(networkRestored, handleRestored)
    return () => {
      window.removeEventListener(networkLost, handleLost)
      window.removeEventListener("online", handleRestored)
      window.removeEventListener(networkRestored, handleRestored)
    }
  }, [])
  return null
}

import { useEffect, useEffectEvent, useRef } from "react"
import { href, useLocation, useNavigation } from "react-router"
import { networkFound, networkLost } from "../http/keep-page-offline.ts"
import { useToast } from "../ui/toast.tsx"

const texts = {
  network: {
    asked: "La page s’ouvrira dès que le réseau revient.",
    sent: "Rien n’a été envoyé. Réessayez dès que le réseau revient.",
  },
  server: {
    asked: "La page s’ouvrira dès qu’il répond.",
    sent: "Réessayez dans un instant\u00a0: ce que vous avez saisi est encore là, et rien n’est enregistré deux fois.",
  },
} as const

/** Says that there is no network, once, until there is one. Or that the site does not answer. See `keepPageOffline`. Shows nothing by itself. */
export function NetworkKeeper() {
  const toast = useToast()
  const { pathname } = useLocation()
  const { location: wanted } = useNavigation()
  const shown = useRef<AbortController>(null)

  const isOnItsWay = useEffectEvent((request: Request) => {
    const url = new URL(request.url)
    return wanted?.pathname === url.pathname && wanted.search === url.search
  })
  const onLost = useEffectEvent((event: WindowEventMap[typeof networkLost]) => {
    const { request, missing } = event.detail
    event.detail.isJourney = () => isOnItsWay(request)
    if (shown.current && !shown.current.signal.aborted) return
    shown.current = new AbortController()
    const what = pathname.startsWith(href("/admin")) ? "votre saisie est gardée" : "vos choix sont gardés"
    toast({
      kind: "error",
      title: missing === "network" ? `Pas de réseau, ${what}` : `Le site ne répond pas, ${what}`,
      text: texts[missing][request.method === "GET" ? "asked" : "sent"],
      until: shown.current.signal,
    })
  })
  useEffect(() => {
    const lost = (event: WindowEventMap[typeof networkLost]) => onLost(event)
    const found = () => shown.current?.abort()
    window.addEventListener(networkLost, lost)
    window.addEventListener("online", found)
    window.addEventListener(networkFound, found)
    return () => {
      window.removeEventListener(networkLost, lost)
      window.removeEventListener("online", found)
      window.removeEventListener(networkFound, found)
    }
  }, [])
  return null
}

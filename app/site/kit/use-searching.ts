import { useLocation, useNavigation } from "react-router"

export function useSearching(): boolean {
  const { pathname, search } = useLocation()
  const { state, location } = useNavigation()
  return state === "loading" && location.pathname === pathname && location.search !== search
}

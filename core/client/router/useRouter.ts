import { createContext, useCallback, useContext } from 'react'
import type { Go, Place, Router } from './router.ts'

export const RouterContext = createContext<Router | null>(null)
/** A screen that stays mounted while it's hidden keeps its own place. */
export const PlaceContext = createContext<Place | null>(null)

/** Throws outside of the router. */
export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('There is no router above this component.')
  return router
}

export function useLocation(): Place
export function useLocation<T>(given: { select: (place: Place) => T }): T
export function useLocation<T>(given?: { select: (place: Place) => T }): Place | T {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('There is no screen above this component.')
  return given ? given.select(place) : place
}

export const useParams = () => useLocation().params
export const useSearchParams = () => useLocation().search
export const useCanGoBack = (): boolean => useRouter().history.canGoBack()

export type NavigateFunction = (to: Go) => Promise<void>

export function useNavigate(): NavigateFunction {
  const router = useRouter()
  return useCallback((to: Go) => router.navigate(to), [router])
}

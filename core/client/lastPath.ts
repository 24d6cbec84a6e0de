// Decides where a person lands after signing in.
import type { Session } from '#core/contract/session.ts'
import { type Area, areaOf, isOwnPath, isPermitted, LAST_PATH, landingPath } from './areas.ts'
import { matchPath } from './router/address.ts'

type Places = { areas: readonly Area[]; screens: readonly { path: string; opensTo?: unknown }[] }

/** Returns the last visited path if this person can still open it. */
function lastPath(session: Session, { areas, screens }: Places): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(LAST_PATH) ?? 'null') as { path?: unknown; user?: unknown } | null
    if (!isOwnPath(kept?.path)) return null
    if (kept.user !== null && kept.user !== session.user.id) return null
    const place = kept.path.split(/[?#]/)[0]!
    const area = areaOf(place, areas)
    const isOpen = area
      ? isPermitted(session, area)
      : screens.some(({ path, opensTo }) => opensTo === undefined && matchPath(path, place) !== null)
    return isOpen ? kept.path : null
  } catch {
    return null
  }
}

export const afterLogin = (session: Session, places: Places) =>
  lastPath(session, places) ?? landingPath(session, places.areas)

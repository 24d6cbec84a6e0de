// Areas of the product as navigation sees them. Which there are is the app's business.
import type { ComponentType } from 'react'
import type { Session, Subscriptions } from '#core/contract/session.ts'

export type Area = {
  name: 'targets' | 'trainer' | 'insights' | 'viewer' | 'assets' | 'account'
  /** The tab's words; without one the area has no tab. */
  label: string
  /** Where the tab and the landing rule lead. */
  path: string
  /** Addresses that belong to it. */
  prefixes: readonly string[]
  icon: ComponentType<{ size?: number; stroke?: number }>
}

/** Whether the person's firm has the area, and the person may see it. Source: the specification, sections 2 and 6. */
export function isPermitted(session: Session, area: Area['name']): boolean {
  if (area === 'account') return true
  if (area === 'insights' && session.Settings['key-org_report'] === 0) return false
  return session.Subscriptions[area as keyof Omit<Subscriptions, 'license'>]?.on === 'yes'
}

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

export const areaOf = (path: string, areas: readonly Area[]): Area | undefined =>
  areas.find((area) => area.prefixes.some((prefix) => isUnder(path, prefix)))

const landingOrder = ['targets', 'insights', 'trainer', 'viewer', 'assets'] as const

/** Where a person without a last visited path goes: the first subscribed area, or the account, which is always allowed. */
export function landingPath(session: Session, areas: readonly Area[]): string {
  for (const name of landingOrder) {
    const area = areas.find((one) => one.name === name)
    if (area && isPermitted(session, name)) return area.path
  }
  return '/account'
}

const neverRemembered = ['/login', '/otp-password', '/getresetPasswordLink', '/emailConfirmed', '/switch']
const LAST_PATH = 'lastPath'

/** Login, one-time-code and reset paths are never remembered. `user` is null before somebody has signed in. */
export function rememberPath(path: string, user: string | null) {
  const place = path.split(/[?#]/)[0]!
  if (place === '/' || neverRemembered.some((prefix) => isUnder(place, prefix))) return
  try {
    localStorage.setItem(LAST_PATH, JSON.stringify({ path, user }))
  } catch {
    // Without storage there is no last path.
  }
}

/** The last visited path, if this person may still open it; another person's is not followed. */
export function lastPath(session: Session, areas: readonly Area[]): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(LAST_PATH) ?? 'null') as { path?: unknown; user?: unknown } | null
    if (typeof kept?.path !== 'string' || !kept.path.startsWith('/') || kept.path.startsWith('//')) return null
    if (kept.user !== null && kept.user !== session.user.id) return null
    const area = areaOf(kept.path.split(/[?#]/)[0]!, areas)
    return area && isPermitted(session, area.name) ? kept.path : null
  } catch {
    return null
  }
}

/** Where to go after signing in. */
export const afterLogin = (session: Session, areas: readonly Area[]) =>
  lastPath(session, areas) ?? landingPath(session, areas)

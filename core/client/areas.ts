// Areas of the product as navigation sees them. Which there are, the features say.
import type { ComponentType } from 'react'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import type { Load } from './feature.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

export type Area = {
  name: string
  label: string
  /** Where its tab and the landing rule lead. */
  path: string
  /** Addresses that belong to it. */
  prefixes: readonly string[]
  /** Of its tab; without one the area has none. */
  icon?: Icon
  /** What stands behind its name in the tab: how much is new. Nothing, where nothing is. */
  badge?: Load<ComponentType>
  /** What stands below its line in the rail while one is in it. */
  within?: Load<ComponentType>
  /** Of its line in the person's menu; without one there is none. */
  menuIcon?: Icon
  /** Among the tabs: the smaller, the earlier. */
  order: number
  /** The address that these people land on before all others; undefined for those who land by the order. */
  lands?: (session: Session) => string | undefined
  /** Its place in the landing order: where a person without a last visited path goes, the smallest that is permitted. */
  landing?: number
  /** Of the firm's subscriptions, which has to be on. */
  flag?: Flag
  /** Whether the person may see it, besides what the firm has subscribed to. */
  isFor?: (session: Session) => boolean
}

/** Whether the person would have to switch into a colleague to see it. */
export const isClosedToOperator = ({ user }: Session, flag: Flag | undefined): boolean =>
  user.role === 'operator' && flag?.isPersonal === true

/** Whether the person's firm has the area, and the person may see it. Source: the specification, sections 2 and 6. */
export function isPermitted(session: Session, { flag, isFor }: Pick<Area, 'flag' | 'isFor'>): boolean {
  return (
    (flag === undefined || isFeatureOn(session.Subscriptions, flag)) &&
    !isClosedToOperator(session, flag) &&
    (isFor?.(session) ?? true)
  )
}

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** The area of an address: of two, the one that says more of it. */
export const areaOf = (path: string, areas: readonly Area[]): Area | undefined => {
  const found = areas.flatMap((area) =>
    area.prefixes.filter((prefix) => isUnder(path, prefix)).map((prefix) => ({ area, prefix })),
  )
  return found.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.area
}

/** Where a person without a last visited path goes. The account, which is always allowed, comes last. */
export function landingPath(session: Session, areas: readonly Area[]): string {
  const first = areas.flatMap(({ lands }) => lands?.(session) ?? [])[0]
  if (first) return first
  const allowed = areas.filter((area) => area.landing !== undefined && isPermitted(session, area))
  return allowed.sort((a, b) => a.landing! - b.landing!)[0]?.path ?? '/login'
}

const neverRemembered = ['/login', '/otp-password', '/getresetPasswordLink', '/emailConfirmed', '/switch']
export const LAST_PATH = 'lastPath'

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

/** Leads to a page of this app, and nowhere else. */
export const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?!\/)/.test(path)

/** Whether a screen's path is that of this address. */
export function isAt(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  const isSplat = wanted.at(-1) === '$'
  if (isSplat ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((part, place) => part.startsWith('$') || part === given[place])
}

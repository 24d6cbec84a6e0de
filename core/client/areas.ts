// Areas as navigation sees them. The features define them.
import type { ComponentType } from 'react'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import type { IconName } from '#core/ui/iconNames.ts'
import type { Load } from './lazyComponent.tsx'

export type Area = {
  name: string
  label: string
  /** Target of its tab and of the landing rule. */
  path: string
  /** Paths that belong to it. */
  prefixes: readonly string[]
  /** An area without one has no tab. */
  icon?: IconName
  /** Shown after the tab's name, such as a count. */
  badge?: Load<ComponentType>
  /** Shown below its line in the rail while the area is open. */
  within?: Load<ComponentType>
  /** Icon in the person's menu. Without one there is no line. */
  menuIcon?: IconName
  /** Ascending. */
  order: number
  /** The path that these people land on first, or undefined. */
  lands?: (session: Session) => string | undefined
  /** A person without a last path goes to the lowest permitted one. */
  landing?: number
  /** The subscription that must be on. */
  flag?: Flag
  /** Applies in addition to the firm's subscription. */
  isFor?: (session: Session) => boolean
}

export const isClosedToOperator = ({ user }: Session, flag: Flag | undefined): boolean =>
  user.role === 'operator' && flag?.isPersonal === true

/** Source: the specification, sections 2 and 6. */
export function isPermitted(session: Session, { flag, isFor }: Pick<Area, 'flag' | 'isFor'>): boolean {
  return (
    (flag === undefined || isFeatureOn(session.Subscriptions, flag)) &&
    !isClosedToOperator(session, flag) &&
    (isFor?.(session) ?? true)
  )
}

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** The longest matching prefix wins. */
export const areaOf = (path: string, areas: readonly Area[]): Area | undefined => {
  const found = areas.flatMap((area) =>
    area.prefixes.filter((prefix) => isUnder(path, prefix)).map((prefix) => ({ area, prefix })),
  )
  return found.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.area
}

/** Returns the landing page of a person without a last path. The account, which is always allowed, comes last. */
export function landingPath(session: Session, areas: readonly Area[]): string {
  const first = areas.flatMap(({ lands }) => lands?.(session) ?? [])[0]
  if (first) return first
  const allowed = areas.filter((area) => area.landing !== undefined && isPermitted(session, area))
  return allowed.sort((a, b) => a.landing! - b.landing!)[0]?.path ?? '/login'
}

const neverRemembered = ['/login', '/otp-password', '/getresetPasswordLink', '/emailConfirmed', '/switch']
export const LAST_PATH = 'lastPath'

/** Skips login, one-time-code, and reset paths. `user` is null before sign-in. */
export function rememberPath(path: string, user: string | null) {
  const place = path.split(/[?#]/)[0]!
  if (place === '/' || neverRemembered.some((prefix) => isUnder(place, prefix))) return
  try {
    localStorage.setItem(LAST_PATH, JSON.stringify({ path, user }))
  } catch {}
}

/** Returns whether a path leads to a page of this app and nowhere else. */
export const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?!\/)/.test(path)

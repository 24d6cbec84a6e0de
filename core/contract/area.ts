// Feature flags: areas, and parts of them, that a firm can subscribe to. Each is defined once, in its feature's
// contract.
import type { FirmSubscriptions } from './session.ts'

export type Flag = {
  /** Path: 'targets' is targets.on, 'targets.sharing' is targets.features.sharing.on. Can never change. */
  name: string
  /** Stored as 'yes' or 'no' without `on`. */
  isBare?: true
  /** Personal work: operators see it only while acting as the person. */
  isPersonal?: true
}

/** Returns the keys from the root to the flag's 'yes' or 'no'. */
export function areaPath({ name, isBare }: Flag): string[] {
  const [area = '', part] = name.split('.')
  const place = part === undefined ? [area] : [area, 'features', part]
  return isBare ? place : [...place, 'on']
}

export const valueAt = (subscriptions: FirmSubscriptions, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], subscriptions)

export const isFeatureOn = (subscriptions: FirmSubscriptions, flag: Flag): boolean =>
  valueAt(subscriptions, areaPath(flag)) === 'yes'

/** Returns a subscription's data in addition to 'on', or undefined. */
export const dataOf = (subscriptions: FirmSubscriptions, flag: Flag): Record<string, string> | undefined =>
  valueAt(subscriptions, [...areaPath(flag).slice(0, -1), 'data']) as Record<string, string> | undefined

/** Turns these flags on and all others off. */
export function subscriptionsOf(flags: readonly Flag[], isOn: (flag: Flag) => boolean): FirmSubscriptions {
  const made: Record<string, unknown> = {}
  for (const flag of flags) {
    let at = made
    const path = areaPath(flag)
    for (const name of path.slice(0, -1)) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[path.at(-1)!] = isOn(flag) ? 'yes' : 'no'
  }
  return made as FirmSubscriptions
}

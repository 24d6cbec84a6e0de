// What a firm can subscribe to: areas, and parts of them. Each is defined once, in the contract of its feature.
import type { FirmSubscriptions } from './session.ts'

export type Flag = {
  /** Where it stands: 'targets' at targets.on, 'targets.sharing' at targets.features.sharing.on. For ever. */
  name: string
  /** On the wire it is 'yes' or 'no' without `on`. */
  isBare?: true
  /** Holds a person's own work: operators see it only while they work as that person. */
  isPersonal?: true
}

/** The names from the subscriptions' root to the flag's 'yes' or 'no'. */
export function areaPath({ name, isBare }: Flag): string[] {
  const [area = '', part] = name.split('.')
  const place = part === undefined ? [area] : [area, 'features', part]
  return isBare ? place : [...place, 'on']
}

/** What stands there, or undefined. */
export const valueAt = (subscriptions: FirmSubscriptions, path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], subscriptions)

export const isFeatureOn = (subscriptions: FirmSubscriptions, flag: Flag): boolean =>
  valueAt(subscriptions, areaPath(flag)) === 'yes'

/** What a subscription tells besides that it is on; undefined where it tells nothing. */
export const dataOf = (subscriptions: FirmSubscriptions, flag: Flag): Record<string, string> | undefined =>
  valueAt(subscriptions, [...areaPath(flag).slice(0, -1), 'data']) as Record<string, string> | undefined

/** Subscriptions with these flags on and the others off. */
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

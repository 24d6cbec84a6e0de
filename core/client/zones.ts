import { DEFAULT_ZONE } from '#core/contract/dates.ts'

/** Every time zone that this browser knows, and those that are in use already. */
export function zones(...inUse: string[]): string[] {
  return [...new Set([DEFAULT_ZONE, ...inUse, ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** Where this device is: what a new firm most likely wants. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_ZONE

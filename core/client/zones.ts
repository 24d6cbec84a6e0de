import { DEFAULT_ZONE } from '#core/contract/dates.ts'

/** Includes zones already in use that this browser may not support. */
export function zones(...inUse: string[]): string[] {
  return [...new Set([DEFAULT_ZONE, ...inUse, ...Intl.supportedValuesOf('timeZone')])].sort()
}

/** The likely zone for a new firm. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_ZONE

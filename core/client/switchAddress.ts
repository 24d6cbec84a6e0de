// The ID of the person to work as, in base64url. Source: RULINGS, section 5.
import { isGuid } from '#core/contract/guid.ts'

export const switchAddressOf = (userId: string): string =>
  `/switch?u=${btoa(userId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`

/** Returns null when the parameter contains no ID. */
export function readSwitchAddress(u: unknown): string | null {
  if (typeof u !== 'string' || !/^[\w-]{1,100}={0,2}$/.test(u)) return null
  try {
    const text = atob(u.replaceAll('-', '+').replaceAll('_', '/'))
    return isGuid(text) ? text : null
  } catch {
    return null
  }
}

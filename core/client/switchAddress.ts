// `/switch?u=`: whom to work as, as base64url of the person's id. Source: RULINGS, section 5.
import { isGuid } from '#core/contract/guid.ts'

export const switchAddressOf = (userId: string): string =>
  `/switch?u=${btoa(userId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`

/** The person's id, or null where the address holds none. */
export function readSwitchAddress(u: unknown): string | null {
  if (typeof u !== 'string' || !/^[\w-]{1,100}={0,2}$/.test(u)) return null
  try {
    const text = atob(u.replaceAll('-', '+').replaceAll('_', '/'))
    return isGuid(text) ? text : null
  } catch {
    return null
  }
}

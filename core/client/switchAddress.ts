// `/switch?u=`: whom to work as, as base64url of the person's id. Source: RULINGS, section 5.
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const switchAddressOf = (userId: string): string =>
  `/switch?u=${btoa(userId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`

/** The person's id, or null where the address holds none. */
export function readSwitchAddress(u: unknown): string | null {
  if (typeof u !== 'string' || !/^[\w-]{1,100}={0,2}$/.test(u)) return null
  try {
    const text = atob(u.replaceAll('-', '+').replaceAll('_', '/'))
    return GUID.test(text) ? text : null
  } catch {
    return null
  }
}

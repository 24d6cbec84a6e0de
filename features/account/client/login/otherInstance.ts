// Sends a person to the instance that their email domain belongs to. Only the address is passed along.
import { call } from '#core/client/api.ts'
import { nativeShell } from '#core/client/nativeShell.ts'
import { isEmail } from '#core/contract/fields.ts'
import { routes } from '../../loginContract.ts'

const asked = new Map<string, Promise<string | null>>()

/** Leaves this page for another instance. Resolves to false when the address belongs here or can't be determined. */
export async function leaveForInstance(
  email: string,
  path: '/login' | '/login/sso' | '/getresetPasswordLink',
): Promise<boolean> {
  if (!isEmail(email)) return false
  const domain = email.slice(email.lastIndexOf('@')).toLowerCase()
  const asking = asked.get(domain) ?? instanceElsewhere(email)
  asked.set(domain, asking)
  const url = await asking
  if (url === null) return false
  const there = `${path}?email=${encodeURIComponent(email)}`
  if (nativeShell?.goToFirm) nativeShell.goToFirm(url, there)
  else location.assign(url + there)
  return true
}

async function instanceElsewhere(email: string): Promise<string | null> {
  const answer = await call(routes.instances, { query: { email } }, { token: '' }).catch(() => null)
  return answer?.instances.find(({ is_here }) => !is_here)?.url ?? null
}

export const emailInAddress = () => new URLSearchParams(location.search).get('email') ?? ''

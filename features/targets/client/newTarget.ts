import type { useNavigate } from '#core/client/router/useRouter.ts'
import { targetDialogs } from './dialogs.ts'

/** Opens the form, which belongs to the Tracker's pages, from any page. */
export function newTarget(navigate: ReturnType<typeof useNavigate>): void {
  if (/^\/(target|company)/.test(location.pathname)) targetDialogs.create()
  else void navigate({ to: '/targets/active' }).then(() => targetDialogs.create())
}

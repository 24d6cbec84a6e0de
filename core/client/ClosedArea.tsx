import { useEffect } from 'react'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { noAccessTo } from '#core/contract/phrases.ts'
import type { Session } from '#core/contract/session.ts'
import { type Area, isClosedToOperator, isPermitted, landingPath } from './areas.ts'
import { toast } from './toasts.ts'

type Props = {
  session: Session
  area: Closed
  areas: readonly Area[]
  /** The default is the page the person lands on. */
  to?: string | undefined
}
type Closed = { name: string; label?: string; flag?: Flag }

/** Replaces an area or tab that the person can't see, or can no longer see. */
export function ClosedArea({ session, area, areas, to }: Props) {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ message: formatClosed(session, area), about: area.name, stays: true })
    void navigate({ to: to ?? landingPath(session, areas), replace: true })
  }, [session, area, areas, to, navigate])
  return null
}

function formatClosed(session: Session, { label = 'this page', flag }: Closed): string {
  if (isClosedToOperator(session, flag)) return `You can only see ${label} while you work as someone.`
  return flag === undefined || isFeatureOn(session.Subscriptions, flag)
    ? noAccessTo(label)
    : `Your firm’s subscription doesn’t include ${label}.`
}

/** Checks whether only the pages that are always allowed remain. */
export const hasNoArea = (session: Session, areas: readonly Area[]): boolean =>
  !areas.some((area) => area.flag !== undefined && area.landing !== undefined && isPermitted(session, area))

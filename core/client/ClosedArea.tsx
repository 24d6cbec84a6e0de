import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { type Area, isClosedToOperator, isPermitted, landingPath } from './areas.ts'
import { toast } from './toasts.ts'

type Props = {
  session: Session
  /** Or a tab of one. */
  area: Closed
  areas: readonly Area[]
  /** The address that it leads to; without one, the page that the person lands on. */
  to?: string | undefined
}
type Closed = { name: string; label?: string; flag?: Flag }

/** In place of an area or tab that this person may not see, or no longer: says so and leads elsewhere. */
export function ClosedArea({ session, area, areas, to }: Props) {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ message: formatClosed(session, area), about: area.name, stays: true })
    void navigate({ href: to ?? landingPath(session, areas), replace: true })
  }, [session, area, areas, to, navigate])
  return null
}

function formatClosed(session: Session, { label, flag }: Closed): string {
  if (isClosedToOperator(session, flag)) return `You see ${label} only while you work as someone.`
  return flag === undefined || isFeatureOn(session.Subscriptions, flag)
    ? `You don’t have access to ${label}.`
    : `Your firm’s subscription doesn’t include ${label}.`
}

/** Whether the firm has nothing of what firms subscribe to: what is always allowed is all there is. */
export const hasNoArea = (session: Session, areas: readonly Area[]): boolean =>
  !areas.some((area) => area.flag !== undefined && area.landing !== undefined && isPermitted(session, area))

import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOn } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { type Area, isClosedToOperator, isPermitted, landingPath } from './areas.ts'
import { toast } from './toasts.ts'

/** In place of an area that this person may not see, or not any more: says so and leads to where they land. */
export function ClosedArea({ session, area, areas }: { session: Session; area: Area; areas: readonly Area[] }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ message: sayClosed(session, area), about: area.name, stays: true })
    void navigate({ href: landingPath(session, areas), replace: true })
  }, [session, area, areas, navigate])
  return null
}

function sayClosed(session: Session, { label, flag }: Area): string {
  if (isClosedToOperator(session, flag)) return `You see ${label} only while you work as someone.`
  return flag === undefined || isOn(session.Subscriptions, flag)
    ? `${label} is not open to you.`
    : `${label} is not part of your firm's subscription.`
}

/** Whether the firm has nothing of what firms subscribe to: what is always allowed is all there is. */
export const hasNoArea = (session: Session, areas: readonly Area[]): boolean =>
  !areas.some((area) => area.flag !== undefined && area.landing !== undefined && isPermitted(session, area))

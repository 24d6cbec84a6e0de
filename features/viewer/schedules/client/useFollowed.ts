// Polls the progress of visible runs.
import { useEffect, useRef } from 'react'
import { stampIn } from '#core/contract/dates.ts'
import type { Schedule } from '../contract.ts'
import { isGoing } from './labels.ts'

/** Milliseconds between two polls. */
const EVERY = 2000

const isMoving = ({ last_run: run, next_run: next, zone }: Schedule) =>
  (run !== null && isGoing(run)) || (next !== null && next <= stampIn(zone, new Date().toISOString()))

/** Reloads while something is being sent, for as long as the list is visible. */
export function useFollowedSchedule(schedules: readonly Schedule[], ask: () => void, isOffline: boolean): void {
  const latest = useRef({ schedules, ask })
  latest.current = { schedules, ask }
  useEffect(() => {
    if (isOffline) return
    const timer = setInterval(() => {
      const { schedules, ask } = latest.current
      if (document.visibilityState === 'visible' && schedules.some(isMoving)) ask()
    }, EVERY)
    return () => clearInterval(timer)
  }, [isOffline])
}

import { useEffect, useState } from 'react'
import { useSession } from '#core/client/session.ts'
import { addDays, DEFAULT_ZONE, dayIn, startOfDay } from '#core/contract/dates.ts'

/** At least 1000 milliseconds, so that a timer can't spin. */
export const untilMidnight = (zone: string, now: Date): number =>
  Math.max(1000, Date.parse(startOfDay(zone, addDays(dayIn(zone, now), 1))) - now.getTime())

export const useZone = (): string => useSession()?.Org?.time_zone || DEFAULT_ZONE

/** 'YYYY-MM-DD' in the firm's zone. Changes at the firm's midnight and when the person returns to the page. */
export function useToday(): string {
  const zone = useZone()
  const [today, setToday] = useState(() => dayIn(zone, new Date()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      setToday(dayIn(zone, new Date()))
      timer = setTimeout(look, untilMidnight(zone, new Date()))
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [zone])
  return today
}

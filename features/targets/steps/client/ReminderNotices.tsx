import { useEffect } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { targetDisplayName } from '../../client/labels.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { openTask, reminderOf } from '../../facts.ts'

/** Milliseconds until later reminders are checked again. A timer can't exceed 24 days. */
const LOOK_MS = 6 * 60 * 60_000
/** Milliseconds a reminder can be late, for a device that slept through its minute. */
const LATE_MS = 10 * 60_000

/** Shows reminders in the open app when they are due, even offline. Renders nothing itself. */
export function ReminderNotices() {
  const rows = useEngine().of(targetEndpoints)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const said = new Set<string>()
    const look = () => {
      clearTimeout(timer)
      const now = Date.now()
      let next = now + LOOK_MS
      for (const target of rows.all() as readonly Target[]) {
        const reminder = reminderOf(target)
        if (!reminder) continue
        const at = Date.parse(reminder.at)
        if (at > now) next = Math.min(next, at)
        else if (at > now - LATE_MS && document.visibilityState === 'visible') say(target, reminder.at)
      }
      timer = setTimeout(look, next - now)
    }
    const say = (target: Target, at: string) => {
      const key = `${target.id} ${at}`
      if (said.has(key) || sessionStorage.getItem('reminded')?.includes(key)) return
      said.add(key)
      sessionStorage.setItem('reminded', [...said].join())
      toast({ message: `Reminder: ${openTask(target)?.description}, ${targetDisplayName(target)}`, stays: true })
    }
    look()
    // Changes come in bursts, and reminders are due to the minute.
    const unsubscribe = rows.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(look, 500)
    })
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', look)
    }
  }, [rows])
  return null
}

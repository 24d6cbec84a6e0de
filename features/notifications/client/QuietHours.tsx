import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { session as stored } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { clockOf, defaultQuiet, quietOf } from '#core/contract/quietHours.ts'
import type { Session } from '#core/contract/session.ts'
import { routes } from '../contract.ts'
import s from './NotificationSettings.module.css'

/** From when to when mails and pushes wait. The same time twice says that there are none. */
export function QuietHours({ session, isOffline }: { session: Session; isOffline: boolean }) {
  const saved = quietOf(session.Settings)
  const isQuiet = saved.from !== saved.to
  const kept = isQuiet ? saved : defaultQuiet
  const [times, setTimes] = useState({ from: clockOf(kept.from), to: clockOf(kept.to) })
  const [isBusy, setBusy] = useState(false)
  const isChanged = isQuiet && (times.from !== clockOf(saved.from) || times.to !== clockOf(saved.to))
  const problem =
    times.from === '' || times.to === ''
      ? 'Please choose a time.'
      : times.from === times.to
        ? 'These are the same. To have no quiet hours, turn them off.'
        : undefined
  const none = { from: '00:00', to: '00:00' }
  const chosen = problem ? { from: clockOf(defaultQuiet.from), to: clockOf(defaultQuiet.to) } : times
  const save = async (given: { from: string; to: string }) => {
    setBusy(true)
    try {
      const { Settings } = await call(routes.quietHours, { body: given })
      const now = stored.get()
      if (now) stored.refresh({ ...now, Settings })
      toast({ message: 'Notification setting updated', color: 'green' })
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem && !isBusy) void save(times)
  }
  const field = (name: 'from' | 'to') => ({
    type: 'time',
    value: times[name],
    disabled: isOffline,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTimes((now) => ({ ...now, [name]: value.slice(0, 5) }))
    },
  })
  return (
    <section aria-labelledby="quiet">
      <h2 id="quiet">Quiet hours</h2>
      <div className={s.line}>
        <div>
          <label className={s.name} htmlFor="quiet-switch">
            Hold mails and pushes back
          </label>
          <p className={s.why} id="quiet-why">
            They wait until the quiet hours end, in the time of {session.Org.name} ({session.Org.time_zone}). Your
            notifications in the app and the reminders you set do not wait.
          </p>
        </div>
        <Switch
          id="quiet-switch"
          aria-describedby="quiet-why"
          checked={isQuiet}
          disabled={isOffline || isBusy}
          onChange={(event) => void save(event.currentTarget.checked ? chosen : none)}
        />
      </div>
      {isQuiet && (
        <form className={s.times} onSubmit={submit} noValidate>
          <TextInput label="From" {...field('from')} />
          <TextInput label="To" {...field('to')} />
          <Button
            type="submit"
            variant="default"
            disabled={isOffline || !isChanged || problem !== undefined}
            aria-disabled={isBusy || undefined}
          >
            Save quiet hours
          </Button>
          {problem && (
            <p className={s.problem} role="alert">
              {problem}
            </p>
          )}
        </form>
      )}
    </section>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { call, problemOf } from '#core/client/api.ts'
import { session as stored } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { clockIn, defaultQuiet, quietOf } from '#core/contract/quietHours.ts'
import type { Session } from '#core/contract/session.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { routes } from '../deliveryContract.ts'
import s from './NotificationSettings.module.css'

/** Edits the hours in which emails and pushes wait. Two equal times mean there are none. */
export function QuietHours({ session, isOffline }: { session: Session; isOffline: boolean }) {
  const saved = quietOf(session.Settings)
  const isQuiet = saved.from !== saved.to
  const kept = isQuiet ? saved : defaultQuiet
  const now = { from: clockIn(saved.from), to: clockIn(saved.to) }
  const save = async (times: typeof now) => {
    try {
      const { Settings } = await call(routes.quietHours, { body: times })
      const current = stored.get()
      if (current) stored.refresh({ ...current, Settings })
      return 'Notification setting updated'
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
      return undefined
    }
  }
  const form = useForm({ draft: 'quiet', initial: { from: clockIn(kept.from), to: clockIn(kept.to) }, send: save })
  const { from, to } = form.values
  const isChanged = isQuiet && (from !== now.from || to !== now.to)
  const problem =
    from === '' || to === ''
      ? 'Choose a time.'
      : from === to
        ? 'Start and end can’t be the same. To stop using quiet hours, turn them off.'
        : undefined
  const none = { from: '00:00', to: '00:00' }
  const chosen = problem ? { from: clockIn(defaultQuiet.from), to: clockIn(defaultQuiet.to) } : form.values
  const field = (name: 'from' | 'to') => ({
    ...form.field(name),
    type: 'time',
    disabled: isOffline,
    onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value.slice(0, 5)),
  })
  return (
    <section aria-labelledby="quiet">
      <h2 id="quiet">Quiet hours</h2>
      <div className="flex top between gap24">
        <div>
          <label className="block semi" htmlFor="quiet-switch">
            Hold emails and push notifications
          </label>
          <p className="dim" id="quiet-why">
            We deliver them when quiet hours end, in {session.Org.name} time ({session.Org.time_zone}). In-app
            notifications and your own reminders aren’t held.
          </p>
        </div>
        <Switch
          id="quiet-switch"
          aria-describedby="quiet-why"
          checked={isQuiet}
          disabled={isOffline || form.isBusy}
          onChange={(event) => {
            const times = event.currentTarget.checked ? chosen : none
            void form.run(() => save(times))
          }}
        />
      </div>
      {isQuiet && (
        <Form form={{ ...form, problem: undefined }} className={`flex wrap mt16 ${s.times}`}>
          <TextInput label="From" {...field('from')} />
          <TextInput label="To" {...field('to')} />
          <Submit form={form} variant="default" disabled={isOffline || !isChanged || problem !== undefined}>
            Save quiet hours
          </Submit>
          {problem && (
            <p className={`error ${s.problem}`} role="alert">
              {problem}
            </p>
          )}
        </Form>
      )}
    </section>
  )
}

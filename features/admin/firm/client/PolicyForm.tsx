import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { dayIn } from '#core/contract/dates.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { type Policies, PolicyInput, policyRoutes as routes } from '#features/account/policyContract.ts'
import p from '../../people/client/People.module.css'
import { hoursOf, inWords, units } from './hours.ts'
import s from './SignOn.module.css'

type Props = { policies: Policies; isOffline: boolean; reload: () => Promise<void> }

const workingWords = {
  all: 'Members and managers',
  members: 'Members, not managers',
  nobody: 'Nobody',
} as const
const workingOptions = Object.entries(workingWords).map(([value, label]) => ({ value, label }))

/** All policies of a firm, sent as one. */
export function PolicyForm({ policies: now, isOffline, reload }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const { operator_until: _, admins, has_provider, without_factor, unserved, ...given } = now
  const idle = inWords(given.idle_hours)
  const longest = inWords(given.longest_hours)
  const form = useForm({
    draft: 'policies',
    initial: {
      ...given,
      second_factor_from: given.second_factor_from ?? '',
      is_factor_asked: given.second_factor_from !== null,
      break_glass_id: given.break_glass_id ?? '',
      idle_hours: idle.count,
      idle_unit: idle.unit,
      longest_hours: longest.count,
      longest_unit: longest.unit,
    },
    shape: PolicyInput,
    inputOf: ({ is_factor_asked, idle_unit, longest_unit, ...values }) => ({
      ...values,
      second_factor_from: is_factor_asked ? values.second_factor_from : null,
      break_glass_id: values.break_glass_id || null,
      idle_hours: hoursOf(values.idle_hours, idle_unit),
      longest_hours: hoursOf(values.longest_hours, longest_unit),
    }),
    send: async (body) => {
      await call(routes.change, { body })
      await reload()
      return 'The policies are saved.'
    },
  })
  const { values } = form
  const askFactor = (isAsked: boolean) => {
    form.set('is_factor_asked', isAsked)
    if (isAsked && values.second_factor_from === '') form.set('second_factor_from', dayIn(zone, new Date()))
  }
  return (
    <Form form={form} className={p.form} aria-label="Policies">
      <section className={s.part} aria-labelledby="signing-in">
        <h3 id="signing-in">Signing in</h3>
        <Switch
          label="Everybody needs a second step"
          description={`An authenticator app, a passkey or a proven phone, besides the password. Whoever has none sets one up at the next login and can do nothing before. ${countOf(without_factor)} none yet. Single sign-on asks for it at your provider.`}
          checked={values.is_factor_asked}
          onChange={(event) => askFactor(event.currentTarget.checked)}
        />
        {values.is_factor_asked && (
          <TextInput label="From this day on" type="date" {...form.field('second_factor_from')} />
        )}
        <Switch
          label="Single sign-on only"
          description={
            has_provider
              ? `Passwords, passkeys and lost passwords are closed, and sessions that came of them end. ${countOf(unserved)} an address that no provider serves, and could not come in.`
              : 'It needs a sign-on provider that is on.'
          }
          disabled={!has_provider && !values.sign_on_only}
          {...form.box('sign_on_only')}
        />
        {values.sign_on_only && (
          <NativeSelect
            label="The one admin who keeps a password"
            description="The way in when your provider is down."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[
              { value: '', label: 'Please choose' },
              ...admins.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.field('break_glass_id')}
          />
        )}
      </section>
      <section className={s.part} aria-labelledby="staying">
        <h3 id="staying">Staying signed in</h3>
        <div className={s.span}>
          <TextInput label="Ends after so long without use" inputMode="numeric" {...form.field('idle_hours')} />
          <NativeSelect aria-label="Unit of the time without use" data={units} {...form.field('idle_unit')} />
        </div>
        <div className={s.span}>
          <TextInput label="Ends after so long in all" inputMode="numeric" {...form.field('longest_hours')} />
          <NativeSelect aria-label="Unit of the time in all" data={units} {...form.field('longest_unit')} />
        </div>
        <p className={s.why}>At most 30 days without use, and 90 days in all.</p>
      </section>
      <section className={s.part} aria-labelledby="working">
        <h3 id="working">Working as somebody else</h3>
        <NativeSelect
          label="Firm admins may work as"
          data={workingOptions}
          {...form.field('work_as')}
          onChange={(event) => form.set('work_as', event.currentTarget.value as keyof typeof workingWords)}
        />
        <Switch
          label="Tell people when a firm admin works as them"
          description="By mail and in their notifications. Of an operator they always hear."
          {...form.box('tells_worked_as')}
        />
        <Switch
          label="The operator may come in at any time"
          description="To help your people, working as one of them. Otherwise only for the hours that you allow."
          {...form.box('is_open_to_operator')}
        />
      </section>
      <div className={s.actions}>
        <Submit form={form} disabled={isOffline}>
          Save
        </Submit>
      </div>
    </Form>
  )
}

const countOf = (count: number) =>
  count === 1 ? '1 person has' : `${count === 0 ? 'Nobody' : `${count} people`} ${count === 0 ? 'has' : 'have'}`

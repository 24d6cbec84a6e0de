import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { dayIn } from '#core/contract/dates.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { PolicyInput, policyRoutes as routes, type SecurityPolicies } from '#features/account/policyContract.ts'
import { hoursOf, inWords, units } from './hours.ts'
import s from './SignOn.module.css'

type Props = { policies: SecurityPolicies; isOffline: boolean; reload: () => Promise<void> }

const workingLabels = {
  all: 'Members and managers',
  members: 'Members, not managers',
  nobody: 'No one',
} as const
const workingOptions = Object.entries(workingLabels).map(([value, label]) => ({ value, label }))

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
      return 'Policies saved.'
    },
  })
  const { values } = form
  const askFactor = (isAsked: boolean) => {
    form.set('is_factor_asked', isAsked)
    if (isAsked && values.second_factor_from === '') form.set('second_factor_from', dayIn(zone, new Date()))
  }
  return (
    <Form form={form} className="stack gap16" aria-label="Policies">
      <section className={`stack gap16 ${s.part}`} aria-labelledby="signing-in">
        <h3 id="signing-in">Signing in</h3>
        <Switch
          label="Require two-factor authentication"
          description={`In addition to their password, people need an authenticator app, a passkey, or a verified phone. Anyone without one must set it up at their next sign-in before they can do anything else. ${countOf(without_factor)} not set one up. With single sign-on, your identity provider handles this.`}
          checked={values.is_factor_asked}
          onChange={(event) => askFactor(event.currentTarget.checked)}
        />
        {values.is_factor_asked && <TextInput label="Starting on" type="date" {...form.field('second_factor_from')} />}
        <Switch
          label="Require single sign-on"
          description={
            has_provider
              ? `Turns off passwords, passkeys, and password resets, and ends sessions that used them. ${countOf(unserved)} an email address that no provider covers and won’t be able to sign in.`
              : 'Turn on an SSO provider first.'
          }
          disabled={!has_provider && !values.sign_on_only}
          {...form.box('sign_on_only')}
        />
        {values.sign_on_only && (
          <NativeSelect
            label="Backup admin with a password"
            description="Lets this admin sign in if your provider is down."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={[
              { value: '', label: 'Choose an admin' },
              ...admins.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.field('break_glass_id')}
          />
        )}
      </section>
      <section className={`stack gap16 ${s.part}`} aria-labelledby="staying">
        <h3 id="staying">Sessions</h3>
        <div className={`flex gap8 ${s.span}`}>
          <TextInput label="Sign people out after inactivity of" inputMode="numeric" {...form.field('idle_hours')} />
          <NativeSelect aria-label="Unit for the inactivity limit" data={units} {...form.field('idle_unit')} />
        </div>
        <div className={`flex gap8 ${s.span}`}>
          <TextInput label="Sign people out after a total of" inputMode="numeric" {...form.field('longest_hours')} />
          <NativeSelect aria-label="Unit for the total limit" data={units} {...form.field('longest_unit')} />
        </div>
        <p className="mt4 break pretty dim">Up to 30 days of inactivity and 90 days in total.</p>
      </section>
      <section className={`stack gap16 ${s.part}`} aria-labelledby="working">
        <h3 id="working">Working as someone else</h3>
        <NativeSelect
          label="Firm admins can work as"
          data={workingOptions}
          {...form.field('work_as')}
          onChange={(event) => form.set('work_as', event.currentTarget.value as keyof typeof workingLabels)}
        />
        <Switch
          label="Notify people when a firm admin works as them"
          description="By email and in the app. People are always notified when an operator works as them."
          {...form.box('tells_worked_as')}
        />
        <Switch
          label="Allow operator access at any time"
          description="Operators can help by working as one of your people. When this is off, they have access only during the hours you allow."
          {...form.box('is_open_to_operator')}
        />
      </section>
      <div className="flex wrap gap8">
        <Submit form={form} disabled={isOffline}>
          Save
        </Submit>
      </div>
    </Form>
  )
}

const countOf = (count: number) =>
  count === 1 ? '1 person has' : `${count === 0 ? 'No one' : `${count} people`} ${count === 0 ? 'has' : 'have'}`

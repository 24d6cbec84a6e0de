import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { NativeSelect, PasswordInput, Radio, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { zoneHere, zones } from '#core/client/zones.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { type FieldProps, type FormState, fieldPart, useForm } from '#core/ui/form/useForm.ts'
import { passwordRule } from '#features/account/contract.ts'
import { firmLimits } from '../../firm/contract.ts'
import { setUpRoutes as routes, SetUpInput } from '../setUpContract.ts'
import s from './SetUpPage.module.css'

const noOne = { first_name: '', last_name: '', email: '', password: '' }

type FormProps = { token: string; onDone: (done: { firm: string; is_invited: boolean }) => void }

/** Creates the server's first operator, its first firm, and the firm's admin. */
export function SetUpForm({ token, onDone }: FormProps) {
  const form = useForm({
    initial: { operator: noOne, firm: { name: '', time_zone: zoneHere() }, admin: noOne, way: 'password' },
    shape: SetUpInput,
    inputOf: ({ operator, firm, admin: { password, ...invited }, way }) => ({
      token,
      operator,
      firm,
      admin: way === 'mail' ? invited : { ...invited, password },
    }),
    send: async (body) => {
      onDone(await call(routes.setUp, { body }, { token: '' }))
      return undefined
    },
  })
  return (
    <LoginFrame title="Set up Pursuit" lead="You only do this once. Afterward, this link stops working.">
      <Form form={form} className={`stack gap32`}>
        <fieldset className={`stack gap12 ${s.part}`}>
          <legend className="lead mb4 strong">You, the operator</legend>
          <p className="dim">Creates firms and manages their subscriptions.</p>
          <Names form={fieldPart(form)} of="operator" hasCursor />
          <NewPasswordField {...form.field('operator.password')} />
        </fieldset>
        <fieldset className={`stack gap12 ${s.part}`}>
          <legend className="lead mb4 strong">The first firm</legend>
          <TextInput label="Name of the firm" maxLength={firmLimits.name} {...form.field('firm.name')} />
          <NativeSelect label="Time zone" data={zones(form.values.firm.time_zone)} {...form.field('firm.time_zone')} />
        </fieldset>
        <fieldset className={`stack gap12 ${s.part}`}>
          <legend className="lead mb4 strong">Its first admin</legend>
          <p className="dim">Adds the firm’s people.</p>
          <Names form={fieldPart(form)} of="admin" />
          <Radio.Group label="How they sign in" {...form.field('way')}>
            <div className={`stack gap12 ${s.choices}`}>
              <Radio value="password" label="I’ll set a password for them" />
              <Radio value="mail" label="Email them an invitation" />
            </div>
          </Radio.Group>
          {form.values.way === 'password' && <NewPasswordField {...form.field('admin.password')} />}
        </fieldset>
        <Submit form={form} size="md" fullWidth>
          {form.isBusy ? 'Setting up…' : 'Set up Pursuit'}
        </Submit>
      </Form>
    </LoginFrame>
  )
}

type Values = Record<'operator' | 'admin', typeof noOne>
type NamesProps = { form: FormState<Values>; of: keyof Values; hasCursor?: boolean }

function Names({ form, of, hasCursor }: NamesProps) {
  const text = { autoComplete: 'off', maxLength: 100 }
  return (
    <>
      <div className={`grid gap12 ${s.pair}`}>
        <TextInput label="First name" {...text} autoFocus={hasCursor} {...form.field(`${of}.first_name`)} />
        <TextInput label="Last name" {...text} {...form.field(`${of}.last_name`)} />
      </div>
      <TextInput label="Email" type="email" {...text} maxLength={254} {...form.field(`${of}.email`)} />
    </>
  )
}

function NewPasswordField(field: FieldProps) {
  return (
    <PasswordInput
      label="Password"
      autoComplete="new-password"
      description={field.error === passwordRule ? undefined : passwordRule}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field}
    />
  )
}

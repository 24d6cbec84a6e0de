import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, NativeSelect, PasswordInput, Radio, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '#core/client/api.ts'
import { LoginFrame } from '#core/client/entrance/LoginFrame.tsx'
import { pathErrorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { zoneHere, zones } from '#core/client/zones.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { passwordRule } from '#features/account/contract.ts'
import { firmLimits } from '../../firm/contract.ts'
import { setUpRoutes as routes, SetUpInput } from '../setUpContract.ts'
import s from './SetUpPage.module.css'

const nobody = { first_name: '', last_name: '', email: '', password: '' }
const order = ['operator', 'firm', 'admin']

type FormProps = { token: string; onDone: (done: { firm: string; is_invited: boolean }) => void }

/** Who looks after the server, its first firm, and who administers that. */
export function SetUpForm({ token, onDone }: FormProps) {
  const [operator, setOperator] = useState(nobody)
  const [firm, setFirm] = useState({ name: '', time_zone: zoneHere() })
  const [admin, setAdmin] = useState(nobody)
  const [isInvited, setInvited] = useState(false)
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const form = useRef<HTMLFormElement>(null)
  const forgive = (name: string) => {
    const { [name]: _, ...others } = errors
    setErrors(others)
  }
  const fieldOf =
    <V extends object>(part: string, values: V, set: (values: V) => void) =>
    (name: keyof V & string) => ({
      name: `${part}.${name}`,
      value: String(values[name]),
      error: errors[`${part}.${name}`],
      onChange: (event: { currentTarget: { value: string } }) => {
        set({ ...values, [name]: event.currentTarget.value })
        forgive(`${part}.${name}`)
      },
    })
  const [ofOperator, ofFirm, ofAdmin] = [
    fieldOf('operator', operator, setOperator),
    fieldOf('firm', firm, setFirm),
    fieldOf('admin', admin, setAdmin),
  ]
  const submit = async () => {
    const { password, ...invited } = admin
    const given = { token, operator, firm, admin: isInvited ? invited : { ...invited, password } }
    const found = pathErrorsOf(SetUpInput, given)
    setErrors(found)
    const first = Object.keys(found).sort((a, b) => placeOf(a) - placeOf(b))[0]
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    await run(async () => {
      onDone(await call(routes.setUp, { body: SetUpInput.parse(given) }, { token: '' }))
      return undefined
    })
  }
  return (
    <LoginFrame title="Set up Pursuit" lead="This is done once. Afterwards this address opens nothing.">
      <form
        ref={form}
        className={s.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Problem>{problem}</Problem>
        <fieldset className={s.part}>
          <legend>You, the operator</legend>
          <p className={s.tells}>Makes firms and decides what they have subscribed to.</p>
          <Names of={ofOperator} hasCursor />
          <NewPasswordField {...ofOperator('password')} />
        </fieldset>
        <fieldset className={s.part}>
          <legend>The first firm</legend>
          <TextInput label="Name of the firm" maxLength={firmLimits.name} {...ofFirm('name')} />
          <NativeSelect label="Time zone" data={zones(firm.time_zone)} {...ofFirm('time_zone')} />
        </fieldset>
        <fieldset className={s.part}>
          <legend>Its first admin</legend>
          <p className={s.tells}>Lets in the people of the firm.</p>
          <Names of={ofAdmin} />
          <Radio.Group
            label="How they get in"
            value={isInvited ? 'mail' : 'password'}
            onChange={(value) => setInvited(value === 'mail')}
          >
            <div className={s.choices}>
              <Radio value="password" label="I choose a password for them" />
              <Radio value="mail" label="By an invitation, mailed to them" />
            </div>
          </Radio.Group>
          {!isInvited && <NewPasswordField {...ofAdmin('password')} />}
        </fieldset>
        <Button size="md" type="submit" fullWidth aria-disabled={isBusy || undefined}>
          {isBusy ? 'Setting up' : 'Set up Pursuit'}
        </Button>
      </form>
    </LoginFrame>
  )
}

const placeOf = (name: string) => order.indexOf(name.split('.')[0]!)

type Field = (name: 'first_name' | 'last_name' | 'email') => object

function Names({ of, hasCursor }: { of: Field; hasCursor?: boolean }) {
  return (
    <>
      <div className={s.pair}>
        <TextInput label="First name" autoComplete="off" maxLength={100} autoFocus={hasCursor} {...of('first_name')} />
        <TextInput label="Last name" autoComplete="off" maxLength={100} {...of('last_name')} />
      </div>
      <TextInput label="E-mail" type="email" autoComplete="off" maxLength={254} {...of('email')} />
    </>
  )
}

function NewPasswordField({ error, ...field }: { error?: string } & Record<string, unknown>) {
  return (
    <PasswordInput
      label="Password"
      autoComplete="new-password"
      description={error === passwordRule ? undefined : passwordRule}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      {...field}
    />
  )
}

import { Button, Checkbox, PasswordInput, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type FormEvent, useState } from 'react'
import { call } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { Problem } from '#core/ui/Problem.tsx'
import {
  type Check,
  type Domain,
  type Provider,
  ProviderInput,
  signOnSetUpRoutes as routes,
  signOnLimits,
} from '#features/account/signOnContract.ts'
import { CopyLine } from './CopyLine.tsx'
import { ProviderChecks } from './ProviderChecks.tsx'
import { ProviderSwitch } from './ProviderSwitch.tsx'
import s from './SignOn.module.css'

type Props = { provider: Provider; domains: Domain[]; isOffline: boolean; reload: () => Promise<void> }

const inputOf = ({ name, issuer, client_id, domains, makes_people }: Provider) => ({
  name,
  issuer,
  client_id,
  client_secret: '',
  domains,
  makes_people,
})

/** The set-up of a provider, in the order in which it is done. */
export function SignOnProviderForm({ provider, domains, isOffline, reload }: Props) {
  const params = { id: provider.id }
  const [values, setValues] = useState(() => inputOf(provider))
  const [checks, setChecks] = useState<Check[] | null>(null)
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const change = (given: Partial<typeof values>) => {
    setValues((now) => ({ ...now, ...given }))
    setErrors({})
  }
  const field = (name: 'name' | 'issuer' | 'client_id' | 'client_secret') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  const save = () =>
    run(async () => {
      const { client_secret, ...rest } = values
      const body = ProviderInput.parse(client_secret ? values : rest)
      const saved = await call(routes.changeProvider, { params, body })
      setValues(inputOf(saved))
      await reload()
      return `${saved.name} is saved.`
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = errorsOf(ProviderInput, values)
    setErrors(found)
    if (Object.keys(found).length === 0) void save()
  }
  const test = () =>
    run(async () => {
      setChecks(null)
      setChecks((await call(routes.testProvider, { params, body: {} })).checks)
      return undefined
    })
  const hasSecret = provider.has_secret && values.issuer === provider.issuer
  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <Problem>{problem}</Problem>
      <ol className={s.steps}>
        <li>
          <h3>Register Pursuit at the provider</h3>
          <p className={s.why}>As a web application with the authorization code flow, and this redirect address:</p>
          <CopyLine label="Redirect address" value={provider.redirect_address} />
        </li>
        <li>
          <h3>Enter what the provider gives you</h3>
          <TextInput label="Name" maxLength={signOnLimits.name} {...field('name')} />
          <TextInput label="Issuer" type="url" maxLength={signOnLimits.issuer} {...field('issuer')} />
          <TextInput label="Client id" autoComplete="off" maxLength={signOnLimits.clientId} {...field('client_id')} />
          <PasswordInput
            label="Client secret"
            description={hasSecret ? 'One is kept. Leave this empty to keep it.' : undefined}
            autoComplete="new-password"
            maxLength={signOnLimits.secret}
            {...field('client_secret')}
          />
        </li>
        <li>
          <h3>Choose whom it signs in</h3>
          <Checkbox.Group
            label="People with an address at"
            value={values.domains}
            error={errors.domains}
            onChange={(chosen) => change({ domains: chosen })}
          >
            <div className={s.boxes}>
              {domains.map(({ domain, is_proved }) => (
                <Checkbox key={domain} value={domain} label={is_proved ? domain : `${domain} (not proved yet)`} />
              ))}
              {domains.length === 0 && <span className={s.why}>Please add a domain above first.</span>}
            </div>
          </Checkbox.Group>
          <Switch
            label="Make an account at the first sign-on"
            description="Otherwise only people who are in your firm already come in."
            checked={values.makes_people}
            onChange={(event) => change({ makes_people: event.currentTarget.checked })}
          />
        </li>
      </ol>
      <div className={s.actions}>
        <Button type="submit" disabled={isOffline} aria-disabled={isBusy || undefined}>
          Save
        </Button>
        <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={test}>
          Test connection
        </Button>
      </div>
      <ProviderChecks checks={checks} />
      <ProviderSwitch provider={provider} isOffline={isOffline} onErrors={setErrors} reload={reload} />
    </form>
  )
}

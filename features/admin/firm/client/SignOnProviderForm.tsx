import { Button, Checkbox, PasswordInput, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
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
import { ProviderTry } from './ProviderTry.tsx'
import s from './SignOn.module.css'

type Props = { provider: Provider; domains: Domain[]; isOffline: boolean; reload: () => Promise<void> }

const inputOf = (provider: Provider) => {
  const { name, issuer, client_id, domains, makes_people, takes_absent, takes_unverified } = provider
  return { name, issuer, client_id, client_secret: '', domains, makes_people, takes_absent, takes_unverified }
}

/** The set-up of a provider, in the order in which it is done. */
export function SignOnProviderForm({ provider, domains, isOffline, reload }: Props) {
  const params = { id: provider.id }
  const [checks, setChecks] = useState<Check[] | null>(null)
  const form = useForm({
    draft: `provider:${provider.id}`,
    initial: inputOf(provider),
    shape: ProviderInput,
    inputOf: ({ client_secret, ...rest }) => (client_secret ? { ...rest, client_secret } : rest),
    send: async (body) => {
      const saved = await call(routes.changeProvider, { params, body })
      form.beginAnew(inputOf(saved))
      await reload()
      return provider.is_on && !saved.is_on
        ? `${saved.name} is saved. It is off until it is tried again.`
        : `${saved.name} is saved.`
    },
  })
  const test = () =>
    form.run(async () => {
      setChecks(null)
      setChecks((await call(routes.testProvider, { params, body: {} })).checks)
      return undefined
    })
  const hasSecret = provider.has_secret && form.values.issuer === provider.issuer
  return (
    <Form form={form} className={s.form}>
      <ol className={s.steps}>
        <li>
          <h3>Register Pursuit at the provider</h3>
          <p className={s.why}>
            As a web application with the authorization code flow. The logout address is optional: with it, whoever logs
            out at the provider is logged out here too.
          </p>
          <CopyLine label="Redirect address" value={provider.redirect_address} />
          <CopyLine label="Back-channel logout address" value={provider.logout_address} />
        </li>
        <li>
          <h3>Enter what the provider gives you</h3>
          <TextInput label="Name" maxLength={signOnLimits.name} {...form.field('name')} />
          <TextInput label="Issuer" type="url" maxLength={signOnLimits.issuer} {...form.field('issuer')} />
          <TextInput
            label="Client id"
            autoComplete="off"
            maxLength={signOnLimits.clientId}
            {...form.field('client_id')}
          />
          <PasswordInput
            label="Client secret"
            description={hasSecret ? 'One is saved. Leave this empty to keep it.' : undefined}
            autoComplete="new-password"
            maxLength={signOnLimits.secret}
            {...form.field('client_secret')}
          />
        </li>
        <li>
          <h3>Choose whom it signs in</h3>
          <Checkbox.Group label="People with an address at" {...form.field('domains')}>
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
            {...form.box('makes_people')}
          />
          <Switch
            label="Take an address without a word of proof"
            description="Microsoft Entra ID says nothing of whether an address is verified. Only your own directory speaks for your domains."
            {...form.box('takes_absent')}
          />
          <Switch
            label="Take an address that the provider calls unverified"
            description="Only if people cannot enter someone else's address there."
            {...form.box('takes_unverified')}
          />
        </li>
      </ol>
      <div className={s.actions}>
        <Submit form={form} disabled={isOffline}>
          Save
        </Submit>
        <Button variant="default" disabled={isOffline} aria-disabled={form.isBusy || undefined} onClick={test}>
          Test connection
        </Button>
      </div>
      <ProviderChecks checks={checks} />
      <ProviderTry
        provider={provider}
        isOffline={isOffline}
        isChanged={JSON.stringify(form.values) !== JSON.stringify(inputOf(provider))}
        onRefused={form.refuse}
      />
      <ProviderSwitch provider={provider} isOffline={isOffline} onRefused={form.refuse} reload={reload} />
    </Form>
  )
}

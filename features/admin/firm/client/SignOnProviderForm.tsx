import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
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
  type Domain,
  ProviderInput,
  signOnSetUpRoutes as routes,
  type SsoCheck,
  type SsoProvider,
  signOnLimits,
} from '#features/account/signOnContract.ts'
import { CopyLine } from './CopyLine.tsx'
import { ProviderChecks } from './ProviderChecks.tsx'
import { ProviderSwitch } from './ProviderSwitch.tsx'
import { ProviderTry } from './ProviderTry.tsx'
import s from './SignOn.module.css'

type Props = { provider: SsoProvider; domains: Domain[]; isOffline: boolean; reload: () => Promise<void> }

const inputOf = (provider: SsoProvider) => {
  const { name, issuer, client_id, domains, makes_people, takes_absent, takes_unverified } = provider
  return { name, issuer, client_id, client_secret: '', domains, makes_people, takes_absent, takes_unverified }
}

export function SignOnProviderForm({ provider, domains, isOffline, reload }: Props) {
  const params = { id: provider.id }
  const [checks, setChecks] = useState<SsoCheck[] | null>(null)
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
        ? `${saved.name} saved. It’s off until you test it again.`
        : `${saved.name} saved.`
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
    <Form form={form} className={`stack gap24 ${s.form}`}>
      <ol className={`stack gap32 ${s.steps}`}>
        <li>
          <h3>Register Pursuit with the provider</h3>
          <p className="mt4 break pretty dim">
            Use a web application with the authorization code flow. The logout URL is optional. With it, people who sign
            out at the provider are signed out here too.
          </p>
          <CopyLine label="Redirect URL" value={provider.redirect_address} />
          <CopyLine label="Back-channel logout URL" value={provider.logout_address} />
        </li>
        <li>
          <h3>Enter what the provider gives you</h3>
          <TextInput label="Name" maxLength={signOnLimits.name} {...form.field('name')} />
          <TextInput label="Issuer" type="url" maxLength={signOnLimits.issuer} {...form.field('issuer')} />
          <TextInput
            label="Client ID"
            autoComplete="off"
            maxLength={signOnLimits.clientId}
            {...form.field('client_id')}
          />
          <PasswordInput
            label="Client secret"
            description={hasSecret ? 'A secret is saved. Leave this blank to keep it.' : undefined}
            autoComplete="new-password"
            maxLength={signOnLimits.secret}
            {...form.field('client_secret')}
          />
        </li>
        <li>
          <h3>Choose who can sign in</h3>
          <Checkbox.Group label="People with an email at" {...form.field('domains')}>
            <div className={`stack gap12 ${s.boxes}`}>
              {domains.map(({ domain, is_proved }) => (
                <Checkbox key={domain} value={domain} label={is_proved ? domain : `${domain} (not verified)`} />
              ))}
              {domains.length === 0 && <span className="break pretty dim">Add a domain above first.</span>}
            </div>
          </Checkbox.Group>
          <Switch
            label="Create an account at first sign-in"
            description="When off, only people already in your firm can sign in."
            {...form.box('makes_people')}
          />
          <Switch
            label="Accept emails without a verification claim"
            description="Microsoft Entra ID doesn’t say whether an email is verified. This is safe as long as only your own directory can issue addresses at your domains."
            {...form.box('takes_absent')}
          />
          <Switch
            label="Accept unverified emails"
            description="Use this only if people can’t enter someone else’s email at the provider."
            {...form.box('takes_unverified')}
          />
        </li>
      </ol>
      <div className="flex wrap gap8">
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

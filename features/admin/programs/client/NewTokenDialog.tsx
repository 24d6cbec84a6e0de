import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Group.layer.css'
import { Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { ApiScope, scopeLabels } from '#core/contract/apiScope.ts'
import { addDays, dayIn } from '#core/contract/dates.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { NewApiToken, tokenRoutes as routes, tokenLimits } from '../contract.ts'
import s from './ApiClients.module.css'
import { ShownOnce } from './ShownOnce.tsx'

type Props = { onClose: () => void; onMade: () => Promise<void> }

/** Creates an API token with a name, only the scopes it needs, and a last day. Shows it once. */
export function NewTokenDialog({ onClose, onMade }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const [today] = useState(() => dayIn(zone, new Date()))
  const [token, setToken] = useState<string | null>(null)
  const form = useForm({
    draft: 'api-token',
    initial: { name: '', scopes: ['targets:read'] as string[], ends_on: addDays(today, 365) },
    shape: NewApiToken,
    send: async (body) => {
      setToken((await call(routes.make, { body })).token)
      await onMade()
      return undefined
    },
  })
  return (
    <Dialog title={token ? 'Your new token' : 'Create token'} size={520} isHeld={token !== null} onClose={onClose}>
      {token ? (
        <ShownOnce label="API token" value={token} onClose={onClose}>
          Copy it now. You won’t see it again. Anyone who has this token can use it.
        </ShownOnce>
      ) : (
        <Form form={form}>
          <TextInput
            label="Name"
            description="What will use this token. The name appears in the audit log and in Target history."
            placeholder="CRM sync"
            data-autofocus
            maxLength={tokenLimits.name}
            {...form.field('name')}
          />
          <Checkbox.Group className={s.choices} label="Permissions" {...form.field('scopes')}>
            <div className={`stack gap12 ${s.boxes}`}>
              {ApiScope.options.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={scopeLabels[scope].label}
                  description={scopeLabels[scope].tells}
                />
              ))}
            </div>
          </Checkbox.Group>
          <TextInput
            label="Expiration date"
            type="date"
            min={today}
            max={addDays(today, tokenLimits.days)}
            {...form.field('ends_on')}
          />
          <Group justify="flex-end" mt="lg">
            <Submit form={form}>Create token</Submit>
          </Group>
        </Form>
      )}
    </Dialog>
  )
}

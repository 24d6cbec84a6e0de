import { Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { ApiScope, scopeWords } from '#core/contract/apiScope.ts'
import { addDays, dayIn } from '#core/contract/dates.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { NewApiToken, tokenRoutes as routes, tokenLimits } from '../contract.ts'
import s from './Programs.module.css'
import { ShownOnce } from './ShownOnce.tsx'

type Props = { onClose: () => void; onMade: () => Promise<void> }

/** A token for a program: named, for what it needs alone, with its last day, and shown once. */
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
    <Dialog title={token ? 'Your new token' : 'Make a token'} size={520} isHeld={token !== null} onClose={onClose}>
      {token ? (
        <ShownOnce label="API token" value={token} onClose={onClose}>
          Please copy it now: it is not shown again. Anyone who has it can use it.
        </ShownOnce>
      ) : (
        <Form form={form}>
          <TextInput
            label="Name"
            description="The program it is for. The audit log and the history of targets show this name."
            placeholder="CRM bridge"
            data-autofocus
            maxLength={tokenLimits.name}
            {...form.field('name')}
          />
          <Checkbox.Group className={s.choices} label="It can" {...form.field('scopes')}>
            <div className={s.boxes}>
              {ApiScope.options.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={scopeWords[scope].label}
                  description={scopeWords[scope].tells}
                />
              ))}
            </div>
          </Checkbox.Group>
          <TextInput
            label="Last day"
            type="date"
            min={today}
            max={addDays(today, tokenLimits.days)}
            {...form.field('ends_on')}
          />
          <Group justify="flex-end" mt="lg">
            <Submit form={form}>Make it</Submit>
          </Group>
        </Form>
      )}
    </Dialog>
  )
}

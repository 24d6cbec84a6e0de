import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Group.layer.css'
import { Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import {
  webhookRoutes as routes,
  type Webhook,
  WebhookInput,
  type WebhookList,
  webhookLimits,
} from '../webhookContract.ts'
import s from './ApiClients.module.css'
import { ShownOnce } from './ShownOnce.tsx'

type Props = {
  /** Webhook to edit. Without it the dialog adds one. */
  webhook?: Webhook
  events: WebhookList['events']
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Shows the secret of a new webhook once. */
export function WebhookDialog({ webhook, events, onClose, onSaved }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    draft: webhook ? `webhook:${webhook.id}` : 'webhook',
    initial: { url: webhook?.url ?? '', events: webhook?.events ?? events.map(({ name }) => name) },
    shape: WebhookInput,
    send: async (body) => {
      if (webhook) {
        await call(routes.edit, { params: { id: webhook.id }, body })
        await onSaved()
        onClose()
        return 'Saved.'
      }
      setSecret((await call(routes.add, { body })).secret)
      await onSaved()
      return undefined
    },
  })
  const title = webhook ? 'Edit the webhook' : 'Add a webhook'
  return (
    <Dialog title={secret ? 'Its signing secret' : title} size={520} isHeld={secret !== null} onClose={onClose}>
      {secret ? (
        <ShownOnce label="Signing secret" value={secret} onClose={onClose}>
          Copy it now. You won’t see it again. Your program uses it to verify that messages come from Pursuit.
        </ShownOnce>
      ) : (
        <Form form={form}>
          <TextInput
            label="URL"
            description="It must start with https:// and be reachable from the internet."
            placeholder="https://crm.example.com/pursuit"
            type="url"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            maxLength={webhookLimits.url}
            {...form.field('url')}
          />
          <Checkbox.Group className={s.choices} label="Send a message when a Target is" {...form.field('events')}>
            <div className={`stack gap12 ${s.boxes}`}>
              {events.map(({ name, label }) => (
                <Checkbox key={name} value={name} label={label} />
              ))}
            </div>
          </Checkbox.Group>
          <Group justify="flex-end" mt="lg">
            <Submit form={form}>{webhook ? 'Save' : 'Add'}</Submit>
          </Group>
        </Form>
      )}
    </Dialog>
  )
}

import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { MailSettingsInput, mailRoutes } from '../mailContract.ts'
import s from './Mails.module.css'

type Props = {
  settings: MailSettingsInput
  isOffline: boolean
  onSaved: (settings: MailSettingsInput) => void
}

export function MailSettingsForm({ settings, isOffline, onSaved }: Props) {
  const firm = useSession()?.Org.name ?? ''
  const form = useForm<MailSettingsInput>({
    draft: 'digestMails',
    initial: settings,
    shape: MailSettingsInput,
    send: async (body) => {
      onSaved(await call(mailRoutes.changeSettings, { body }))
      return 'Saved. Changes apply to the next digest.'
    },
  })
  return (
    <Form form={form} className={`stack gap16 mt16 ${s.form}`} aria-label="Digest email">
      <TextInput
        label="Sender name"
        description="The name email apps show. Leave blank to use the firm’s name."
        placeholder={firm}
        {...form.field('sender_name')}
      />
      <TextInput
        label="Postal address"
        description="It’s at the end of each email, after the firm’s name. Emails to people outside the firm need one."
        placeholder="220 Harbor Street, Portland, OR 97209"
        {...form.field('place')}
      />
      <div className={`grid gap16 ${s.pair}`}>
        <TextInput label="Replies go to" placeholder={firm} description="A name" {...form.field('reply_name')} />
        <TextInput
          label="Address for replies"
          type="email"
          description="If empty, replies go to the digest’s author."
          {...form.field('reply_address')}
        />
      </div>
      <Switch
        label="Count clicks"
        description="Links go through Pursuit. Counts are estimates because email scanners open links too. We never track who opened an email."
        {...form.box('counts_clicks')}
      />
      <div>
        <Submit form={form} disabled={isOffline}>
          Save
        </Submit>
      </div>
    </Form>
  )
}

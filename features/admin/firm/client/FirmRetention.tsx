import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import p from '../../people/client/People.module.css'
import { Retention, retentionBounds, retentionDefaults, firmRoutes as routes } from '../contract.ts'
import type { FirmPart } from './firmPart.ts'

const fields = [
  ['audit_log', 'Audit log', 'Entries older than this are deleted.'],
  ['addresses', 'Sign-in IP addresses', 'Older IP addresses are removed from the audit log and device list.'],
  ['messages', 'Emails and text messages', 'Recipients and failed messages are deleted after this.'],
  ['notifications', 'Notifications', 'Older notifications are removed from everyone’s inbox.'],
  ['contacts', 'Contacts that no one sees', 'On no Target, in no touch, and listed by no one for this long.'],
] as const

export function FirmRetention({ firm, isOffline, onChanged }: FirmPart) {
  const form = useForm<Retention>({
    draft: 'firm:retention',
    // A firm that this device stored earlier can lack a period.
    initial: { ...retentionDefaults, ...firm.retention },
    shape: Retention,
    send: async (body) => {
      await call(routes.putRetention, { body })
      await onChanged()
      return 'Saved. Older records are deleted within a day.'
    },
  })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-retention">
      <h3 id="firm-retention">How long records are kept</h3>
      <Form form={form} className="stack gap16" aria-label="How long records are kept">
        {fields.map(([name, label, tells]) => (
          <NumberInput
            key={name}
            label={`${label} (days)`}
            description={`${tells} From ${retentionBounds[name][0]} to ${retentionBounds[name][1]}.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            allowDecimal={false}
            hideControls
            value={form.values[name]}
            error={form.errorOf(name)}
            onChange={(given) => form.set(name, Number(given))}
          />
        ))}
        <p className="dim">Recently Deleted always empties after 30 days.</p>
        <div>
          <Submit form={form} disabled={isOffline}>
            Save
          </Submit>
        </div>
      </Form>
    </section>
  )
}

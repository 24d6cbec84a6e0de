import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { zones } from '#core/client/zones.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import p from '../../people/client/People.module.css'
import { categories, FirmInput, firmLimits, firmRoutes as routes } from '../contract.ts'
import type { FirmPart } from './firmPart.ts'

export function FirmForm({ firm, isOffline, onChanged }: FirmPart) {
  const form = useForm({
    draft: 'firm:profile',
    initial: {
      name: firm.name,
      time_zone: firm.time_zone,
      category_name: firm.category_name,
      access: firm.access,
    },
    shape: FirmInput,
    send: async (body) => {
      await call(routes.editFirm, { body })
      await onChanged()
      return 'Firm saved.'
    },
  })
  return (
    <Form form={form} className="stack gap16" aria-label="Firm">
      <TextInput label="Name" maxLength={firmLimits.name} {...form.field('name')} />
      <div className={`grid gap16 ${p.pair}`}>
        <NativeSelect
          label="Time zone"
          description="Sets “today,” “this week,” and reminder times."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={zones(firm.time_zone)}
          {...form.field('time_zone')}
        />
        <NativeSelect
          label="Category"
          description="Individual: one person, who can cancel the subscription."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[...new Set([...categories, firm.category_name])]}
          {...form.field('category_name')}
        />
      </div>
      <Switch
        label="Managers see the whole firm"
        description="Otherwise, managers see only the people in their groups."
        checked={form.values.access === 'yes'}
        onChange={(event) => form.set('access', event.currentTarget.checked ? 'yes' : 'no')}
      />
      <div>
        <Submit form={form} disabled={isOffline}>
          Save
        </Submit>
      </div>
    </Form>
  )
}

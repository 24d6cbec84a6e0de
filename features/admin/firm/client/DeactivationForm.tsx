import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { PersonSelect } from '../../people/client/PersonSelect.tsx'
import { DeactivationInput, LeavesTo, type ProvisioningState, scimRoutes as routes } from '../../scim/contract.ts'
import s from './SignOn.module.css'

type Props = { now: ProvisioningState; isOffline: boolean; reload: () => Promise<void> }

const options = [
  { value: 'manager', label: 'Their group’s manager, or the person below if there isn’t one' },
  { value: 'heir', label: 'Always the person below' },
]

/** Chooses who gets the targets of a person whom the directory deactivates. */
export function DeactivationForm({ now, isOffline, reload }: Props) {
  const form = useForm({
    draft: 'leaving',
    initial: { leaves_to: now.leaves_to, heir_id: now.heir?.id ?? null },
    shape: DeactivationInput,
    send: async (body) => {
      await call(routes.changeLeaving, { body })
      await reload()
      return 'Saved.'
    },
  })
  return (
    <Form form={form} className={`stack gap24 ${s.form}`} aria-label="Targets of people who leave">
      <NativeSelect
        label="When the directory deactivates someone, their Targets go to"
        data={options}
        value={form.values.leaves_to}
        onChange={(event) => form.set('leaves_to', LeavesTo.parse(event.currentTarget.value))}
      />
      <PersonSelect
        label={now.heir ? `This person (currently ${now.heir.name})` : 'This person'}
        placeholder={now.heir?.name ?? 'No one: they stay where they are'}
        value={form.values.heir_id}
        error={form.errorOf('heir_id')}
        onChange={(heir) => form.set('heir_id', heir)}
      />
      <div className="flex wrap gap8">
        <Submit form={form} variant="default" disabled={isOffline}>
          Save
        </Submit>
      </div>
    </Form>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { zoneHere, zones } from '#core/client/zones.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { categories, firmLimits } from '../../firm/contract.ts'
import p from '../../people/client/People.module.css'
import { NewFirmInput, operatorRoutes as routes } from '../contract.ts'

export function NewFirmDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const form = useForm({
    draft: 'firm',
    initial: {
      name: '',
      time_zone: zoneHere(),
      category_name: categories[0] as string,
      admin: { first_name: '', last_name: '', email: '' },
    },
    shape: NewFirmInput,
    send: async (firm) => {
      const made = await call(routes.makeFirm, { body: firm })
      onMade(made.id)
      return `${made.name} created. We sent an invitation to ${firm.admin.email}.`
    },
  })
  return (
    <FormDialog title="New firm" form={form} onClose={onClose} verb="Create firm">
      <TextInput label="Name of the firm" data-autofocus maxLength={firmLimits.name} {...form.field('name')} />
      <div className={`grid gap16 ${p.pair}`}>
        <NativeSelect label="Time zone" data={zones(form.values.time_zone)} {...form.field('time_zone')} />
        <NativeSelect label="Category" data={[...categories]} {...form.field('category_name')} />
      </div>
      <p className="dim">Its first admin gets an email with a link to choose a password.</p>
      <div className={`grid gap16 ${p.pair}`}>
        <TextInput label="First name" maxLength={100} {...form.field('admin.first_name')} />
        <TextInput label="Last name" maxLength={100} {...form.field('admin.last_name')} />
      </div>
      <TextInput label="Email" type="email" maxLength={254} {...form.field('admin.email')} />
    </FormDialog>
  )
}

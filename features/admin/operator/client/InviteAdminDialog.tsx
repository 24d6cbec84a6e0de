import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import p from '../../people/client/People.module.css'
import { AdminInput, type FirmDetail, operatorRoutes as routes } from '../contract.ts'

type Props = { firm: FirmDetail; onClose: () => void; onInvited: () => Promise<void> }

export function InviteAdminDialog({ firm, onClose, onInvited }: Props) {
  const form = useForm({
    draft: `admin:${firm.id}`,
    initial: { first_name: '', last_name: '', email: '' },
    shape: AdminInput,
    send: async (admin) => {
      await call(routes.inviteAdmin, { params: { id: firm.id }, body: admin })
      await onInvited()
      return `Invitation sent to ${admin.email}.`
    },
    onDone: onClose,
  })
  return (
    <FormDialog title={`Invite an admin of ${firm.name}`} form={form} onClose={onClose} verb="Send invitation">
      <div className={`grid gap16 ${p.pair}`}>
        <TextInput label="First name" data-autofocus maxLength={100} {...form.field('first_name')} />
        <TextInput label="Last name" maxLength={100} {...form.field('last_name')} />
      </div>
      <TextInput label="Email" type="email" maxLength={254} {...form.field('email')} />
    </FormDialog>
  )
}

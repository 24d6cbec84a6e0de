import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import p from '../../people/client/People.module.css'
import { AdminInput, type FirmDetail, operatorRoutes as routes } from '../contract.ts'

type Props = { firm: FirmDetail; onClose: () => void; onInvited: () => Promise<void> }

/** Another admin for a firm, by mail. */
export function InviteAdminDialog({ firm, onClose, onInvited }: Props) {
  const [values, setValues] = useState({ first_name: '', last_name: '', email: '' })
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
  })
  const submit = async () => {
    const found = errorsOf(AdminInput, values)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const isDone = await run(async () => {
      await call(routes.inviteAdmin, { params: { id: firm.id }, body: AdminInput.parse(values) })
      await onInvited()
      return `An invitation goes to ${values.email}.`
    })
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={`Invite an admin of ${firm.name}`}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
      verb="Send invitation"
      isBusy={isBusy}
    >
      <div className={p.pair}>
        <TextInput label="First name" data-autofocus maxLength={100} {...field('first_name')} />
        <TextInput label="Last name" maxLength={100} {...field('last_name')} />
      </div>
      <TextInput label="E-mail" type="email" maxLength={254} {...field('email')} />
    </FormDialog>
  )
}

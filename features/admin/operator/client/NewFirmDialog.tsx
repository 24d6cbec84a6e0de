import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { pathErrorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { zoneHere, zones } from '#core/client/zones.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { categories, firmLimits } from '../../firm/contract.ts'
import p from '../../people/client/People.module.css'
import { NewFirmInput, operatorRoutes as routes } from '../contract.ts'

/** A firm, and the invitation of its first admin. */
export function NewFirmDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const [firm, setFirm] = useState({ name: '', time_zone: zoneHere(), category_name: categories[0] as string })
  const [admin, setAdmin] = useState({ first_name: '', last_name: '', email: '' })
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const forFirm = (name: keyof typeof firm) => ({
    value: firm[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFirm((now) => ({ ...now, [name]: value }))
    },
  })
  const forAdmin = (name: keyof typeof admin) => ({
    value: admin[name],
    error: errors[`admin.${name}`] ?? (name === 'email' ? errors.email : undefined),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setAdmin((now) => ({ ...now, [name]: value }))
    },
  })
  const submit = async () => {
    const given = { ...firm, admin }
    const found = pathErrorsOf(NewFirmInput, given)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    await run(async () => {
      const made = await call(routes.makeFirm, { body: NewFirmInput.parse(given) })
      onMade(made.id)
      return `${made.name} is made. An invitation goes to ${admin.email}.`
    })
  }
  return (
    <FormDialog
      title="New firm"
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
      verb="Make the firm"
      isBusy={isBusy}
    >
      <TextInput label="Name of the firm" data-autofocus maxLength={firmLimits.name} {...forFirm('name')} />
      <div className={p.pair}>
        <NativeSelect label="Time zone" data={zones(firm.time_zone)} {...forFirm('time_zone')} />
        <NativeSelect label="Category" data={[...categories]} {...forFirm('category_name')} />
      </div>
      <p className="dim">Its first admin gets a mail with a link to choose a password.</p>
      <div className={p.pair}>
        <TextInput label="First name" maxLength={100} {...forAdmin('first_name')} />
        <TextInput label="Last name" maxLength={100} {...forAdmin('last_name')} />
      </div>
      <TextInput label="E-mail" type="email" maxLength={254} {...forAdmin('email')} />
    </FormDialog>
  )
}

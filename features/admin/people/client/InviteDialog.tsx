import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useSession } from '#core/client/session.ts'
import { useChange } from '#core/client/useChange.ts'
import type { Role } from '#core/contract/session.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { isRole, optionsOf, rolesFor } from '../../client/words.ts'
import { InviteInput, peopleLimits, peopleRoutes as routes } from '../contract.ts'
import { roleWords } from '../peopleWords.ts'
import p from './People.module.css'
import { useGroups } from './useGroups.ts'

const empty = { first_name: '', last_name: '', email: '' }

/** Lets somebody in by mail; the next one can follow at once, in the same role and group. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => Promise<void> }) {
  const me = useSession()?.user.role ?? 'admin'
  const groups = useGroups()
  const [values, setValues] = useState(empty)
  const [role, setRole] = useState<Role>('member')
  const [group, setGroup] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const field = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
      const { [name]: _, ...others } = errors
      setErrors(others)
    },
  })
  const invite = async () => {
    const given = { ...values, role, groups: group ? [group] : [] }
    const found = errorsOf(InviteInput, given)
    if (Object.keys(found).length > 0) {
      setErrors(found)
      return false
    }
    return run(async () => {
      const { email } = await call(routes.invite, { body: InviteInput.parse(given) })
      void onInvited()
      return `An invitation goes to ${email}.`
    })
  }
  const submit = async () => {
    if (await invite()) onClose()
  }
  const another = async () => {
    if (!(await invite())) return
    setValues(empty)
    first.current?.focus()
  }
  return (
    <FormDialog
      title="Invite somebody"
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
      verb="Send invitation"
      isBusy={isBusy}
      beside={
        <Button variant="default" onClick={another} aria-disabled={isBusy || undefined}>
          Send and invite another
        </Button>
      }
    >
      <p className="dim">They get a mail with a link to choose a password, which works for 7 days.</p>
      <div className={p.pair}>
        <TextInput
          ref={first}
          label="First name"
          data-autofocus
          maxLength={peopleLimits.name}
          {...field('first_name')}
        />
        <TextInput label="Last name" maxLength={peopleLimits.name} {...field('last_name')} />
      </div>
      <TextInput label="E-mail" type="email" maxLength={peopleLimits.email} {...field('email')} />
      <div className={p.pair}>
        <NativeSelect
          label="Role"
          data={optionsOf(rolesFor(me, roleWords))}
          value={role}
          onChange={(event) => isRole(event.currentTarget.value) && setRole(event.currentTarget.value)}
        />
        <NativeSelect
          label="Group"
          data={[{ value: '', label: 'None' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
          value={group}
          onChange={(event) => setGroup(event.currentTarget.value)}
        />
      </div>
    </FormDialog>
  )
}

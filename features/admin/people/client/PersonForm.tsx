import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useSession } from '#core/client/session.ts'
import { useChange } from '#core/client/useChange.ts'
import type { Role } from '#core/contract/session.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { isRole, nameOf, optionsOf, rolesFor } from '../../client/words.ts'
import { PersonInput, peopleLimits, peopleRoutes as routes } from '../contract.ts'
import { roleWords } from '../peopleWords.ts'
import p from './People.module.css'
import type { PersonPart } from './PersonPage.tsx'

/** Name, sign-in address, phone and role. */
export function PersonForm({ person, isOffline, onChanged }: PersonPart) {
  const me = useSession()
  const [values, setValues] = useState({
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    phone: person.phone,
  })
  const [role, setRole] = useState<Role>(person.role)
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const isMe = me?.user.id === person.id
  const isMoved = values.email.trim().toLowerCase() !== person.email
  const field = (name: keyof typeof values) => ({
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = { ...values, ...(isMe ? {} : { role }) }
    const found = errorsOf(PersonInput, given)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    await run(async () => {
      const now = await call(routes.edit, { params: { id: person.id }, body: PersonInput.parse(given) })
      onChanged(now)
      return `${nameOf(now)} is saved.`
    })
  }
  const words = rolesFor(me?.user.role ?? 'admin', roleWords)
  return (
    <form className={p.form} onSubmit={submit} noValidate aria-label="Person">
      <Problem>{problem}</Problem>
      <div className={p.pair}>
        <TextInput label="First name" maxLength={peopleLimits.name} {...field('first_name')} />
        <TextInput label="Last name" maxLength={peopleLimits.name} {...field('last_name')} />
      </div>
      <TextInput
        label="E-mail"
        type="email"
        maxLength={peopleLimits.email}
        description={
          isMoved
            ? 'From then on this is the address to sign in with. The old one and the new one each get a notice.'
            : 'The address to sign in with.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...field('email')}
      />
      <div className={p.pair}>
        <TextInput
          label="Phone"
          type="tel"
          maxLength={peopleLimits.phone}
          description="Verification codes are sent to it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('phone')}
        />
        <NativeSelect
          label="Role"
          data={optionsOf({ ...words, [person.role]: roleWords[person.role] })}
          value={role}
          disabled={isMe}
          error={errors.role}
          description={isMe ? 'Nobody changes their own role.' : 'Firm admins see this area and change what is in it.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => isRole(event.currentTarget.value) && setRole(event.currentTarget.value)}
        />
      </div>
      <div>
        <Button type="submit" disabled={isOffline} aria-disabled={isBusy || undefined}>
          Save
        </Button>
      </div>
    </form>
  )
}

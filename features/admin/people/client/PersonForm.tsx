import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { optionsOf, rolesFor } from '../../client/labels.ts'
import { PersonInput, peopleLimits, peopleRoutes as routes } from '../contract.ts'
import { importedRoleLabels } from '../peopleLabels.ts'
import p from './People.module.css'
import type { PersonPart } from './personPart.ts'

export function PersonForm({ person, isOffline, onChanged }: PersonPart) {
  const me = useSession()
  const isMe = me?.user.id === person.id
  const form = useForm({
    draft: `person:${person.id}`,
    initial: {
      first_name: person.first_name,
      last_name: person.last_name,
      email: person.email,
      phone: person.phone,
      role: person.role,
    },
    shape: PersonInput,
    inputOf: ({ role, phone, ...values }) => ({ ...values, ...(isMe ? {} : { role, phone }) }),
    send: async (body) => {
      const now = await call(routes.edit, { params: { id: person.id }, body })
      onChanged(now)
      return `Saved ${fullNameOf(now)}.`
    },
  })
  const isMoved = form.values.email.trim().toLowerCase() !== person.email
  const words = rolesFor(me?.user.role ?? 'admin', importedRoleLabels)
  return (
    <Form form={form} className="stack gap16" aria-label="Person">
      <div className={`grid gap16 ${p.pair}`}>
        <TextInput label="First name" maxLength={peopleLimits.name} {...form.field('first_name')} />
        <TextInput label="Last name" maxLength={peopleLimits.name} {...form.field('last_name')} />
      </div>
      <TextInput
        label="Email"
        type="email"
        maxLength={peopleLimits.email}
        description={
          isMoved
            ? 'They’ll sign in with this address. We’ll notify both the old and the new address.'
            : 'The address to sign in with.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.field('email')}
      />
      <div className={`grid gap16 ${p.pair}`}>
        <TextInput
          label="Phone"
          type="tel"
          maxLength={peopleLimits.phone}
          disabled={isMe}
          description={
            isMe ? 'Change your own number in Account, Security.' : 'We send verification codes to this number.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.field('phone')}
        />
        <NativeSelect
          label="Role"
          data={optionsOf({ ...words, [person.role]: importedRoleLabels[person.role] })}
          disabled={isMe}
          description={isMe ? 'You can’t change your own role.' : 'Firm admins can see and change everything in Admin.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.field('role')}
        />
      </div>
      <div>
        <Submit form={form} disabled={isOffline}>
          Save
        </Submit>
      </div>
    </Form>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import type { Role } from '#core/contract/session.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { optionsOf, rolesFor } from '../../client/labels.ts'
import { InviteInput, peopleLimits, peopleRoutes as routes } from '../contract.ts'
import { importedRoleLabels } from '../peopleLabels.ts'
import p from './People.module.css'
import { useGroups } from './useGroups.ts'

const noOne = { first_name: '', last_name: '', email: '' }

/** Invites a person by email. The next person can follow right away with the same role and group. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => Promise<void> }) {
  const me = useSession()?.user.role ?? 'admin'
  const groups = useGroups()
  const first = useRef<HTMLInputElement>(null)
  const form = useForm({
    draft: 'invitation',
    initial: { ...noOne, role: 'member' as Role, group: '' },
    shape: InviteInput,
    inputOf: ({ group, ...values }) => ({ ...values, groups: group ? [group] : [] }),
    send: async (body) => {
      const { email } = await call(routes.invite, { body })
      void onInvited()
      return `Invitation sent to ${email}.`
    },
    onDone: onClose,
  })
  const another = () =>
    form.submit(() => {
      form.beginAnew(noOne)
      first.current?.focus()
    })
  return (
    <FormDialog
      title="Invite a person"
      form={form}
      onClose={onClose}
      verb="Send invitation"
      beside={
        <Button variant="default" onClick={another} aria-disabled={form.isBusy || undefined}>
          Send and invite another
        </Button>
      }
    >
      <p className="dim">
        They’ll get an email with a link to choose a password, valid for 7 days. If your firm uses SSO, the link opens
        your firm’s sign-in page instead.
      </p>
      <div className={`grid gap16 ${p.pair}`}>
        <TextInput
          ref={first}
          label="First name"
          data-autofocus
          maxLength={peopleLimits.name}
          {...form.field('first_name')}
        />
        <TextInput label="Last name" maxLength={peopleLimits.name} {...form.field('last_name')} />
      </div>
      <TextInput label="Email" type="email" maxLength={peopleLimits.email} {...form.field('email')} />
      <div className={`grid gap16 ${p.pair}`}>
        <NativeSelect label="Role" data={optionsOf(rolesFor(me, importedRoleLabels))} {...form.field('role')} />
        <NativeSelect
          label="Group"
          data={[{ value: '', label: 'None' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.field('group')}
        />
      </div>
    </FormDialog>
  )
}

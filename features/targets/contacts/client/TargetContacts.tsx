import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { isTemporary } from '#core/sync/protocol.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import panel from '#core/ui/sidePanel.module.css'
import { contactLimits, contactPath, type TargetContact } from '#features/contacts/contract.ts'
import { splitName } from '#features/contacts/namesContract.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { useOffered } from '../../steps/client/offered.ts'
import { contactsOn } from '../firstContact.ts'
import s from './TargetContacts.module.css'

/** The contacts of a target with their roles, the first one first. */
export function TargetContacts({ target }: { target: Target }) {
  const contacts = contactsOn(target)
  if (target.shared === 'pending') return null
  return (
    <section className={s.section} aria-labelledby="target-contacts">
      <h2 className={`cap mb8 medium ${panel.heading}`} id="target-contacts">
        Contacts
      </h2>
      {contacts.length === 0 && <p className="cap mb8">No contacts yet.</p>}
      <ul>
        {contacts.map((one) => (
          <li key={one.id} className="row gap12">
            <Line target={target} one={one} isOnly={contacts.length === 1} />
          </li>
        ))}
      </ul>
      {contacts.length < contactLimits.onTarget && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={s.add}
          leftSection={<Icon name="user-plus" />}
          onClick={() => targetDialogs.addContact(target.id)}
        >
          Add a contact
        </Button>
      )}
    </section>
  )
}

type LineProps = { target: Target; one: TargetContact; isOnly: boolean }

function Line({ target, one, isOnly }: LineProps) {
  const { proxyFor } = useTargetPlace()
  const isNew = isTemporary(one.id)
  const said = (
    <>
      <b className="break semi">{one.name}</b>
      <span className="cap">{one.first && !isOnly ? `${one.role} · First contact` : one.role}</span>
    </>
  )
  return (
    <>
      <InitialsAvatar initials={initialsOf(splitName(one.name))} tone="accent" />
      {isNew || proxyFor ? (
        <div className={s.who}>{said}</div>
      ) : (
        <Link to={contactPath(one.id)} className={`inherit ${s.who}`}>
          {said}
        </Link>
      )}
      <Actions target={target} one={one} />
    </>
  )
}

function Actions({ target, one }: Omit<LineProps, 'isOnly'>) {
  const actions = useTargetActions()
  const roles = useOffered().contact_roles
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={`rigid dim ${s.more}`}
          aria-label={`Actions for ${one.name}`}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {one.email && (
          <Menu.Item component="a" href={`mailto:${one.email}`} leftSection={<Icon name="mail" />}>
            Email
          </Menu.Item>
        )}
        {!one.first && (
          <Menu.Item leftSection={<Icon name="arrow-up" />} onClick={() => actions.makeFirst(target.id, one)}>
            Make first contact
          </Menu.Item>
        )}
        <Menu.Label>Role</Menu.Label>
        <Menu.RadioGroup
          value={one.role}
          onChange={(role) => role !== one.role && actions.changeRole(target.id, one, role)}
        >
          {roles.map((role) => (
            <Menu.RadioItem key={role} value={role} closeMenuOnClick>
              {role}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="x" />} onClick={() => actions.removeContact(target.id, one)}>
          Remove from this Target
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

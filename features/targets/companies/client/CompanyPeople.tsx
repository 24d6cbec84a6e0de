import { ActionIcon } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { saveContact } from '#core/client/saveContact.ts'
import { useRowsOnceLoaded } from '#core/client/sync.tsx'
import { telHref } from '#core/contract/phone.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import panel from '#core/ui/sidePanel.module.css'
import { contactCollection, contactPath } from '#features/contacts/contract.ts'
import { type PersonThere, peopleAt, withContactRecords } from '../company.ts'
import type { CompanyTarget } from '../contract.ts'
import s from './Company.module.css'

export function CompanyPeople({ name, targets }: { name: string; targets: readonly CompanyTarget[] }) {
  const contacts = useRowsOnceLoaded(contactCollection)
  const people = useMemo(() => withContactRecords(peopleAt(targets), targets, contacts), [targets, contacts])
  return (
    <section aria-labelledby="company-people">
      <h2 className={`cap mb8 medium ${panel.heading}`} id="company-people">
        People
      </h2>
      {people.length === 0 && <p className="cap">No contacts yet.</p>}
      <ul className={s.people}>
        {people.map((person) => (
          <li key={person.contactId ?? person.targets[0]!.id}>
            <Person person={person} />
          </li>
        ))}
      </ul>
      {people.length > 0 && (
        <Link to="/contacts" search={{ company: name }} className="row link touch mt8">
          All contacts there
        </Link>
      )}
    </section>
  )
}

/** Breaks long addresses before the @. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

function Person({ person: { name, email, phone, company, contactId } }: { person: PersonThere }) {
  const called = telHref(phone)
  const [first_name = '', ...rest] = (name || email || phone).split(' ')
  const who = name || email || phone
  return (
    <>
      <InitialsAvatar initials={initialsOf({ first_name, last_name: rest.at(-1) ?? '' })} tone="accent" />
      <div className={`stack grow ${s.person}`}>
        {contactId ? (
          <Link to={contactPath(contactId)} className="semi break link touch">
            {who}
          </Link>
        ) : (
          name && <b>{name}</b>
        )}
        {email && (
          <a href={`mailto:${email}`} className="inline gap6 shrink break link touch">
            <Icon name="mail" size={16} stroke={1.75} />
            <Address email={email} />
          </a>
        )}
        {phone &&
          (called ? (
            <a href={called} className="inline gap6 shrink break link touch">
              <Icon name="phone" size={16} stroke={1.75} />
              <span className="hide">Call </span>
              {phone}
            </a>
          ) : (
            <span className="inline gap6 shrink break">{phone}</span>
          ))}
      </div>
      {(email || phone) && (
        <ActionIcon
          size={36}
          className={`rigid dim ${s.save}`}
          title="Save contact"
          aria-label={`Save contact ${who}`}
          onClick={() => void saveContact({ name, company, emails: [email], phones: [phone] })}
        >
          <Icon name="address-book" />
        </ActionIcon>
      )}
    </>
  )
}

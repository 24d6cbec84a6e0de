import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TouchAbout } from '#core/client/feature.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useEngine, useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { type Touch, touchCollection } from '#features/touches/contract.ts'
import { type Contact, contactCollection } from '../contract.ts'
import { contactNameOf } from '../namesContract.ts'
import s from './Contact.module.css'

/** Touches listed at first. */
const FEW = 10

/** Touches with the contact that the person sees, latest first. */
export function Touches({ contact }: { contact: Contact }) {
  const parts = useTouchParts()
  const { resolve } = useEngine().of(contactCollection)
  const [isWhole, setWhole] = useState(false)
  const [open, setOpen] = useState<Touch | 'new' | null>(null)
  const touches = useRowsOnceLoaded(touchCollection)
    .filter(({ contacts }) => contacts.some(({ id }) => resolve(id) === contact.id))
    .sort((a, b) => (a.day + a.at < b.day + b.at ? 1 : -1))
  if (!parts) return null
  return (
    <section aria-labelledby="contact-touches">
      <div className="row between gap16 mb4">
        <h2 className="lead" id="contact-touches">
          Touches
        </h2>
        <Button variant="default" size="compact-sm" leftSection={<Icon name="phone" />} onClick={() => setOpen('new')}>
          Log a touch
        </Button>
      </div>
      {touches.length === 0 && <p className="cap">No touches yet.</p>}
      <ul className={s.touches}>
        {touches.slice(0, isWhole ? undefined : FEW).map((touch) => (
          <li key={touch.id}>
            <parts.TouchLine touch={touch} onEdit={() => setOpen(touch)}>
              <TargetName contact={contact} touch={touch} />
            </parts.TouchLine>
          </li>
        ))}
      </ul>
      {touches.length > FEW && !isWhole && (
        <Button variant="default" className="mt8 surface" onClick={() => setWhole(true)}>
          Show all {touches.length}
        </Button>
      )}
      {open && (
        <parts.LogTouch
          about={aboutContact(contact)}
          {...(open !== 'new' && { touch: open })}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function TargetName({ contact, touch }: { contact: Contact; touch: Touch }) {
  const target = contact.targets.find(({ id }) => id === touch.target_id)
  if (!target) return null
  return (
    <Link to={`/target/${target.id}`} className="anchor">
      {target.company || 'Target without a company'}
    </Link>
  )
}

const aboutContact = (contact: Contact): TouchAbout => ({
  targetId: null,
  name: contactNameOf(contact),
  contacts: [{ id: contact.id, name: contactNameOf(contact) }],
  isShared: false,
  targets: contact.targets.map(({ id, company }) => ({ id, name: company || 'Target without a company' })),
})

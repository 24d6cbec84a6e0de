import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import s from '../../client/Contact.module.css'
import type { Contact, Referral } from '../../contract.ts'
import { contactNameOf } from '../../namesContract.ts'
import { ReferralDialog } from './ReferralDialog.tsx'
import { ReferralLine } from './ReferralLine.tsx'

/** Lists the Targets that came from a contact, and the referrals that the firm gave in return. */
export function Referrals({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<Referral | 'new' | null>(null)
  const { received = [], sent = [], erased } = contact
  return (
    <section aria-labelledby="contact-referrals">
      <div className="row between gap16 mb4">
        <h2 className="lead" id="contact-referrals">
          Referrals
        </h2>
        {!erased && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="arrow-forward-up" />}
            onClick={() => setOpen('new')}
          >
            Record a referral
          </Button>
        )}
      </div>
      {received.length + sent.length === 0 && (
        <p className="cap">None from {contactNameOf(contact)} that you can see, and none sent back.</p>
      )}
      {received.length > 0 && (
        <>
          <h3 className="cap medium mt8 mb4">Received: {received.length}</h3>
          <ul className={`card ${s.list}`}>
            {received.map(({ id, company, statusterm }) => (
              <li key={id}>
                <Link to={`/target/${id}`} className={`row between gap16 inherit rounded ${s.target}`}>
                  <b className="break strong">{company || 'Target without a company'}</b>
                  <span className="cap rigid">{statusterm}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {sent.length > 0 && (
        <>
          <h3 className="cap medium mt16 mb4">Sent back: {sent.length}</h3>
          <ul className={s.touches}>
            {sent.map((referral) => (
              <li key={referral.id}>
                <ReferralLine contact={contact} referral={referral} onEdit={() => setOpen(referral)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {open && (
        <ReferralDialog contact={contact} {...(open !== 'new' && { referral: open })} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useRouter } from '#core/client/router/useRouter.ts'
import { saveContact } from '#core/client/saveContact.ts'
import { useIsOn } from '#core/client/session.ts'
import { hasLoaded, useEngine, useLoadedCollections, useRow, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { telHref } from '#core/contract/phone.ts'
import { cannotFind, goOnlineTo } from '#core/contract/phrases.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { isTemporary } from '#core/sync/protocol.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import panel from '#core/ui/sidePanel.module.css'
import { type Contact, contactCollection, contactPath } from '../contract.ts'
import { duplicatesAmong } from '../duplicates.ts'
import { contactNameOf } from '../namesContract.ts'
import { oneContact } from '../queries.ts'
import { Companies } from './Companies.tsx'
import s from './Contact.module.css'
import { ContactDialog } from './ContactDialog.tsx'
import { ContactHistory } from './ContactHistory.tsx'
import { cardOf } from './cardOf.ts'
import { EraseContact } from './EraseContact.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { reasonOf } from './reasonOf.ts'
import { Touches } from './Touches.tsx'

const Referrals = lazyComponent(() => import('../referrals/client/Referrals.tsx').then((file) => file.Referrals))

export function ContactPage({ id }: { id: string }) {
  return useLoadedCollections() ? <Loaded id={id} /> : <LoadingPlaceholder />
}

/** Shows this device's row with pending changes, or a contact of a managed person from the server. */
function Loaded({ id }: { id: string }) {
  const router = useRouter()
  const engine = useEngine()
  const real = engine.of(contactCollection).resolve(id)
  const row = useRow(contactCollection, id)
  const isSynced = useSyncStatus(hasLoaded)
  const asked = useQuery(oneContact, row || isTemporary(real) || !isSynced ? null : real)
  const contact = row ?? asked.value
  useTitle(contact ? contactNameOf(contact) : 'Contact')
  const mergedInto = row ? undefined : asked.value?.merged_into
  useEffect(() => {
    if (mergedInto) router.history.replace(contactPath(mergedInto))
  }, [mergedInto, router])
  useEffect(() => {
    if (real !== id) router.history.replace(contactPath(encodeURIComponent(real)))
  }, [real, id, router])
  return (
    <div className="shrink">
      <nav className={s.crumb} aria-label="Contacts">
        <BackLink to="/contacts">Contacts</BackLink>
      </nav>
      {contact ? (
        <Shown contact={contact} />
      ) : asked.isOffline || asked.problem !== null ? (
        <EmptyState level={1} title={cannotFind('contact')}>
          {asked.isOffline && <p>{goOnlineTo('look it up')}</p>}
        </EmptyState>
      ) : (
        <LoadingPlaceholder />
      )}
    </div>
  )
}

function Shown({ contact }: { contact: Contact }) {
  const hasReferrals = useIsOn(referralsFlag)
  const [isEditing, setEditing] = useState(false)
  const { title, company, note } = contact
  return (
    <>
      <header className={`flex top between gap24 mb16 ${s.head}`}>
        <div className="grow shrink">
          <h1 className="break">{contactNameOf(contact)}</h1>
          <p className={`row wrap dim mt2 ${s.what}`}>
            {title && <span className="break">{title}</span>}
            {company && (
              <Link to="/company/$name" params={{ name: company }} className="inline gap6 shrink break touch link">
                <Icon name="building" size={16} stroke={1.75} />
                {company}
              </Link>
            )}
          </p>
          {contact.error && (
            <p className="cap row gap6 medium bad" role="alert">
              <Icon name="alert-circle" size={16} stroke={1.75} />
              Unable to sync. {contact.error}
            </p>
          )}
        </div>
        <div className="flex wrap gap8 rigid">
          {!contact.erased && (
            <>
              <EraseContact contact={contact} />
              <Button
                variant="default"
                leftSection={<Icon name="address-book" />}
                onClick={() => void saveContact(cardOf(contact))}
              >
                Save contact
              </Button>
              <Button leftSection={<Icon name="pencil" />} onClick={() => setEditing(true)}>
                Edit
              </Button>
            </>
          )}
        </div>
      </header>
      <Duplicate contact={contact} />
      <div className={`grid ${panel.cols} ${s.cols}`}>
        <div className="stack gap24 shrink">
          <Targets contact={contact} />
          {!contact.isTemp && <Touches contact={contact} />}
          {hasReferrals && !contact.isTemp && <Referrals contact={contact} />}
          <section aria-labelledby="contact-note">
            <h2 className="lead mb4" id="contact-note">
              Notes
            </h2>
            <p className={note ? s.note : 'cap'}>{note || 'No notes yet.'}</p>
            <p className="cap mt4">Everyone who sees this contact can read them.</p>
          </section>
          {!contact.isTemp && <ContactHistory id={contact.id} />}
        </div>
        <aside className={`card shrink ${panel.side} stack gap24 ${s.side}`} aria-label="Addresses">
          <Addresses contact={contact} />
          {!contact.isTemp && <Companies contact={contact} />}
        </aside>
      </div>
      {isEditing && <ContactDialog contact={contact} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Offers to merge the contact with another one that can be the same person. */
function Duplicate({ contact }: { contact: Contact }) {
  const router = useRouter()
  const rows = useRows(contactCollection)
  const [isComparing, setComparing] = useState(false)
  const pair = useMemo(
    () =>
      duplicatesAmong(rows.filter(({ isTemp }) => !isTemp)).find(
        ({ a, b }) => a.id === contact.id || b.id === contact.id,
      ),
    [rows, contact.id],
  )
  if (!pair) return null
  const other = pair.a.id === contact.id ? pair.b : pair.a
  return (
    <p className="row wrap gap8 mb16">
      <span className="pretty">
        {contactNameOf(other)} can be the same person. {reasonOf(pair).replace(/\.$/, '')}.
      </span>
      <Button size="compact-sm" variant="default" onClick={() => setComparing(true)}>
        Compare
      </Button>
      {isComparing && (
        <MergeDialog
          {...pair}
          onClose={() => setComparing(false)}
          onMerged={(id) => router.history.replace(contactPath(id))}
        />
      )}
    </p>
  )
}

function Targets({ contact: { targets } }: { contact: Contact }) {
  return (
    <section aria-labelledby="contact-targets">
      <h2 className="lead mb4" id="contact-targets">
        Targets
      </h2>
      {targets.length === 0 && <p className="cap">On no Target that you can see.</p>}
      {targets.length > 0 && (
        <ul className={`card ${s.list}`}>
          {targets.map(({ id, company, role }) => (
            <li key={id}>
              <Link to={`/target/${id}`} className={`row between gap16 inherit rounded ${s.target}`}>
                <b className="break strong">{company || 'Target without a company'}</b>
                <span className="cap rigid">{role}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Addresses({ contact: { emails, phones } }: { contact: Contact }) {
  return (
    <>
      <section aria-labelledby="contact-emails">
        <h2 className={`cap mb8 medium ${panel.heading}`} id="contact-emails">
          Email
        </h2>
        {emails.length === 0 && <p className="cap">No email address yet.</p>}
        <ul className="stack gap8">
          {emails.map((address) => (
            <li key={address}>
              <a href={`mailto:${address}`} className="inline gap6 shrink break link touch">
                <Icon name="mail" size={16} stroke={1.75} />
                {address}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="contact-phones">
        <h2 className={`cap mb8 medium ${panel.heading}`} id="contact-phones">
          Phone
        </h2>
        {phones.length === 0 && <p className="cap">No phone number yet.</p>}
        <ul className="stack gap8">
          {phones.map((number) => (
            <li key={number}>
              <Phone number={number} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Phone({ number }: { number: string }) {
  const called = telHref(number)
  if (!called) return <span className="break">{number}</span>
  return (
    <a href={called} className="inline gap6 shrink break link touch">
      <Icon name="phone" size={16} stroke={1.75} />
      <span className="hide">Call </span>
      {number}
    </a>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { Fragment, memo, useMemo, useState } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Gap } from '#core/ui/Gap.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { useMatching } from '#core/ui/useMatching.ts'
import { useSteadyCallback } from '#core/ui/useSteadyCallback.ts'
import { useVisibleRows } from '#core/ui/useVisibleRows.ts'
import type { Unmailed } from '../contract.ts'
import { skippedItems } from '../items.ts'
import s from './DigestPanel.module.css'

type Props = {
  title: string
  people: Audience['users']
  /** Selected people who are left out or can't get digests. */
  left: readonly Unmailed[]
  all: Audience['users']
  onLeaveOut: (userId: string) => void
  onInclude: (userId: string) => void
  onClose: () => void
}

/** The author can't include the others, who unsubscribed or can't get digests for another reason. */
const canInclude = (reason: string | undefined) => reason === undefined || reason === skippedItems.byAuthor

type Person = Audience['users'][number]

/** Height of a row in pixels, before it is measured. */
const ROW = 52

/**
 * Lists everyone selected when the dialog opens by name, and last those who don't get the digest. People who are then
 * left out keep their place.
 */
export function ContactsDialog({ title, people, left, all, onLeaveOut, onInclude, onClose }: Props) {
  const [search, setSearch] = useState('')
  const reasons = useMemo(() => new Map(left.map(({ user_id, reason }) => [user_id, reason])), [left])
  const [meant] = useState(() => [...people, ...all.filter(({ user_id }) => reasons.has(user_id))])
  const getting = useMemo(() => new Set(people.map(({ user_id }) => user_id)), [people])
  const found = useMatching(meant, fullNameOf, search)
  const { rows, gapAfter, hold } = useVisibleRows({
    count: found.length,
    keyOf: (at) => found[at]!.user_id,
    height: ROW,
    begin: search,
  })
  const leaveOut = useSteadyCallback(onLeaveOut)
  const include = useSteadyCallback(onInclude)
  return (
    <Dialog
      title={title}
      size={440}
      isTall
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <TextInput
        aria-label="Search by name"
        placeholder="Search by name"
        maxLength={100}
        leftSection={<Icon name="search" size={16} stroke={1.75} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={`mb12 ${s.contacts}`} aria-label="Contacts" {...hold}>
        {rows.map(({ index, key, gap, place }) => {
          const one = found[index]!
          return (
            <Fragment key={key}>
              <Gap height={gap} />
              <li {...place} className="row">
                <Contact
                  one={one}
                  isGetting={getting.has(one.user_id)}
                  reason={reasons.get(one.user_id)}
                  onLeaveOut={leaveOut}
                  onInclude={include}
                />
              </li>
            </Fragment>
          )
        })}
        <Gap height={gapAfter} />
      </ul>
      {found.length === 0 && <p className="dim">No one here has this name.</p>}
    </Dialog>
  )
}

type ContactProps = Pick<Props, 'onLeaveOut' | 'onInclude'> & {
  one: Person
  isGetting: boolean
  reason: string | undefined
}

const Contact = memo(function Contact({ one, isGetting, reason, onLeaveOut, onInclude }: ContactProps) {
  const name = fullNameOf(one)
  return (
    <>
      <InitialsAvatar initials={initialsOf(one)} />
      <span className="stack grow">
        <b className="strong">{name}</b>
        <span className="cap">{isGetting ? one.email : (reason ?? 'Not chosen.')}</span>
      </span>
      {isGetting ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Leave out ${name}`}
          onClick={() => onLeaveOut(one.user_id)}
        >
          Leave out
        </Button>
      ) : (
        canInclude(reason) && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Include ${name}`}
            onClick={() => onInclude(one.user_id)}
          >
            Include
          </Button>
        )
      )}
    </>
  )
})

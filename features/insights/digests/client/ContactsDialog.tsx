import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { formatCount } from '#core/ui/runs/formatRun.ts'
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

/** Rows shown before the list is expanded. */
const SHOWN = 100

/**
 * Lists everyone selected when the dialog opens by name, and last those who don't get the digest. People who are then
 * left out keep their place.
 */
export function ContactsDialog({ title, people, left, all, onLeaveOut, onInclude, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(false)
  const reasons = new Map(left.map(({ user_id, reason }) => [user_id, reason]))
  const [meant] = useState(() => [...people, ...all.filter(({ user_id }) => reasons.has(user_id))])
  const getting = new Set(people.map(({ user_id }) => user_id))
  const found = meant.filter((one) => foldCase(fullNameOf(one)).includes(foldCase(search.trim())))
  const shown = isWhole ? found : found.slice(0, SHOWN)
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
      <ul className={`mb12 ${s.contacts}`}>
        {shown.map((one) => (
          <li key={one.user_id} className="row">
            <InitialsAvatar initials={initialsOf(one)} />
            <span className="stack grow">
              <b className="strong">{fullNameOf(one)}</b>
              <span className="cap">
                {getting.has(one.user_id) ? one.email : (reasons.get(one.user_id) ?? 'Not chosen.')}
              </span>
            </span>
            {getting.has(one.user_id) ? (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Leave out ${fullNameOf(one)}`}
                onClick={() => onLeaveOut(one.user_id)}
              >
                Leave out
              </Button>
            ) : (
              canInclude(reasons.get(one.user_id)) && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Include ${fullNameOf(one)}`}
                  onClick={() => onInclude(one.user_id)}
                >
                  Include
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {formatCount(found.length - shown.length)} more
        </Button>
      )}
      {found.length === 0 && <p className="dim">No one here has this name.</p>}
    </Dialog>
  )
}

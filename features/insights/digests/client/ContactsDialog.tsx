import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reach } from '#core/contract/access.ts'
import { folded } from '#core/contract/folded.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Face } from '#core/ui/Face.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import type { Unmailed } from '../contract.ts'
import s from './DigestPanel.module.css'
import { sayNumber } from './digestWords.ts'

type Props = {
  title: string
  people: Reach['users']
  /** Those who are chosen and get no digests. */
  left: readonly Unmailed[]
  all: Reach['users']
  onClose: () => void
}

/** So many lines at first. */
const SHOWN = 100

/** Everyone who is meant now, by name, and at the end those who get no digests. */
export function ContactsDialog({ title, people, left, all, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(false)
  const reasons = new Map(left.map(({ user_id, reason }) => [user_id, reason]))
  const found = [...people, ...all.filter(({ user_id }) => reasons.has(user_id))].filter((one) =>
    folded(fullNameOf(one)).includes(folded(search.trim())),
  )
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
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={s.contacts}>
        {shown.map((one) => (
          <li key={one.user_id}>
            <Face initials={initialsOf(one)} />
            <span className={s.text}>
              <b>{fullNameOf(one)}</b>
              <span className="cap">{reasons.get(one.user_id) ?? one.email}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show {sayNumber(found.length - shown.length)} more
        </Button>
      )}
      {found.length === 0 && <p className="dim">No one here has this name.</p>}
    </Dialog>
  )
}

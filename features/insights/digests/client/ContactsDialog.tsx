import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reach } from '#core/contract/access.ts'
import { folded } from '#core/contract/folded.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Face } from '#core/ui/Face.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import s from './DigestPanel.module.css'

type Props = { title: string; people: Reach['users']; onClose: () => void }

/** Everybody who is meant now, by name. */
export function ContactsDialog({ title, people, onClose }: Props) {
  const [search, setSearch] = useState('')
  const found = people.filter((one) => folded(fullNameOf(one)).includes(folded(search.trim())))
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
        {found.map((one) => (
          <li key={one.user_id}>
            <Face initials={initialsOf(one)} />
            <span className={s.text}>
              <b>{fullNameOf(one)}</b>
              <span className="cap">{one.email}</span>
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="dim">Nobody here has this name.</p>}
    </Dialog>
  )
}

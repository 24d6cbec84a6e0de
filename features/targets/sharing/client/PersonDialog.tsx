import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useReading } from '#core/client/reading.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Face } from '#core/ui/Face.tsx'
import { colleagues, type Person } from '#features/account/contract.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { initialsOf, words } from '../../client/words.ts'
import { limits } from '../../contract.ts'
import s from './PersonDialog.module.css'
import { peopleNamed } from './peopleNamed.ts'

type Props = {
  title: string
  lead?: string
  /** People who are not offered at all. */
  without: readonly string[]
  /** Why a person cannot be chosen; they are shown with it. */
  reasonOf?: (person: Person) => string | undefined
  onChoose: (person: Person) => void
  onClose: () => void
}
/** So many at once: the search finds the others. */
const SHOWN = 100

/** Finds a colleague by name, also offline from the list kept on the device. */
export function PersonDialog({ title, lead, without, reasonOf, onChoose, onClose }: Props) {
  const { proxyFor } = useTargetPlace()
  const { value, isMissing } = useReading(colleagues, undefined, { proxyFor })
  const people = value?.users
  const [typed, setTyped] = useState('')
  const found = peopleNamed(people ?? [], typed).filter(({ id }) => !without.includes(id))
  const choosable = found.filter((person) => !reasonOf?.(person))
  const choose = (person: Person) => {
    onChoose(person)
    onClose()
  }
  return (
    <Dialog
      title={title}
      size={440}
      onClose={onClose}
      form={{ submit: () => typed.trim() !== '' && choosable.length === 1 && choose(choosable[0]!) }}
      foot={
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
      }
    >
      {lead && <p>{lead}</p>}
      <TextInput
        data-autofocus
        label="Name"
        placeholder="Search by name"
        maxLength={limits.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      />
      <ul className={s.list} aria-label="Colleagues">
        {found.slice(0, SHOWN).map((person) => {
          const reason = reasonOf?.(person)
          return (
            <li key={person.id}>
              <UnstyledButton
                className={s.person}
                disabled={reason !== undefined}
                data-disabled={reason !== undefined || undefined}
                onClick={() => choose(person)}
              >
                <Face initials={initialsOf(person)} tone="accent" />
                <span>
                  {person.fullname}
                  <small>{reason ?? person.email}</small>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
        {found.length === 0 && (
          <li className={s.empty}>
            {people ? 'Nobody has this name.' : isMissing ? 'This needs a connection the first time.' : ''}
          </li>
        )}
      </ul>
    </Dialog>
  )
}

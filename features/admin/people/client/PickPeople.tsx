import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { usePages } from '#core/client/usePages.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import { counted, nameOf } from '../../client/words.ts'
import { type AdminPerson, MANY, peopleLimits, peopleRoutes as routes } from '../contract.ts'
import p from './People.module.css'

const TYPING_MS = 200

type Props = {
  title: string
  verb: string
  without: ReadonlySet<string>
  onClose: () => void
  /** Answers what is said when it is done. */
  onPicked: (people: AdminPerson[]) => Promise<string | undefined>
}

/** Chooses any number of people of the firm; who is chosen stays so while others are searched for. */
export function PickPeople({ title, verb, without, onClose, onPicked }: Props) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminPerson>>(new Map())
  const { isBusy, problem, run } = useChange()
  const list = usePages(async (after) => {
    const { people, next } = await call(routes.people, { query: { q, after } })
    return { rows: people.filter((one) => !one.is_deactivated && !without.has(one.id)), next }
  }, q)
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const choose = (person: AdminPerson, isIn: boolean) =>
    setChosen((now) => {
      const next = new Map(now)
      if (isIn && next.size < MANY) next.set(person.id, person)
      else next.delete(person.id)
      return next
    })
  const submit = async () => {
    if (chosen.size > 0 && (await run(() => onPicked([...chosen.values()])))) onClose()
  }
  return (
    <FormDialog
      title={title}
      form={{ submit, problem: problem ?? list.problem, isBusy }}
      onClose={onClose}
      verb={chosen.size === 0 ? verb : `${verb} ${counted(chosen.size, 'person', 'people')}`}
      isDisabled={chosen.size === 0}
    >
      <TextInput
        aria-label="Search people"
        placeholder="Name or e-mail"
        type="search"
        data-autofocus
        maxLength={peopleLimits.search}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={p.picks} aria-label="People to choose" aria-busy={list.isStale || list.rows === undefined}>
        {list.rows?.map((person) => (
          <li key={person.id}>
            <Checkbox
              label={nameOf(person)}
              description={person.email}
              checked={chosen.has(person.id)}
              onChange={(event) => choose(person, event.currentTarget.checked)}
            />
          </li>
        ))}
        {list.hasMore && <MoreButton onMore={list.more} />}
      </ul>
      {list.rows?.length === 0 && !list.isStale && <p className="dim">There is nobody to choose.</p>}
    </FormDialog>
  )
}

import { useEffect, useState } from 'react'
import { useSearch } from '#core/client/reading.ts'
import { useChange } from '#core/client/useChange.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { PersonPicker } from '#core/ui/PersonPicker.tsx'
import { useChosen } from '#core/ui/table/useChosen.ts'
import { counted } from '../../client/words.ts'
import { type AdminPerson, MANY, peopleLimits } from '../contract.ts'
import { peopleReading } from '../readings.ts'
import { personKey } from './personColumns.tsx'

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
  const chosen = useChosen(personKey, MANY)
  const count = chosen.rows.length
  const { isBusy, problem, run } = useChange()
  const list = useSearch(peopleReading, { q })
  const rows = list.value?.people.filter((one) => !one.is_deactivated && !without.has(one.id))
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const submit = async () => {
    if (count > 0 && (await run(() => onPicked([...chosen.rows])))) onClose()
  }
  return (
    <FormDialog
      title={title}
      form={{ submit, problem: problem ?? list.problem, isBusy }}
      onClose={onClose}
      verb={count === 0 ? verb : `${verb} ${counted(count, 'person', 'people')}`}
      isDisabled={count === 0}
    >
      <PersonPicker
        search={{
          label: 'Search people',
          placeholder: 'Name or e-mail',
          maxLength: peopleLimits.search,
          typed,
          onType: setTyped,
        }}
        label="People to choose"
        people={rows}
        isBusy={list.isStale || rows === undefined}
        onMore={list.more}
        empty="There is nobody to choose."
        choice={{ many: chosen }}
      />
    </FormDialog>
  )
}

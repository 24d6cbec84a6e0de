import { useEffect, useMemo, useState } from 'react'
import { useSearch } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { FailedRead } from '#core/ui/FailedRead.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { PersonPicker, type PickableGroup } from '#core/ui/PersonPicker.tsx'
import { useChosen } from '#core/ui/table/useChosen.ts'
import { useMatching } from '#core/ui/useMatching.ts'
import { counted } from '../../client/labels.ts'
import { MANY, peopleLimits } from '../contract.ts'
import { peopleQuery } from '../queries.ts'
import { personKey } from './personColumns.tsx'
import { useGroups } from './useGroups.ts'

const TYPING_MS = 200
const groupKey = ({ id }: PickableGroup) => id
const nameOf = ({ name }: PickableGroup) => name

type Props = {
  title: string
  verb: string
  /** IDs of people and groups that aren't offered. */
  without: ReadonlySet<string>
  /** True to offer groups as well. Selecting one selects all of its people. */
  hasGroups?: boolean
  onClose: () => void
  /** Returns the message to show when it is done. */
  onPicked: (picked: Picked) => Promise<string | undefined>
}
/** Input of the routes that add people to groups. */
export type Picked = { add: string[]; add_groups: string[] }

/** Selects any number of people, and groups if they are offered. The selection survives further searches. */
export function PickPeople({ title, verb, without, hasGroups, onClose, onPicked }: Props) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const chosen = useChosen(personKey, MANY)
  const chosenGroups = useChosen<PickableGroup>(groupKey, MANY)
  const [chosenPeople, chosenOfGroups] = [chosen.rows.length, chosenGroups.rows.length]
  const who = [
    chosenPeople > 0 && counted(chosenPeople, 'person', 'people'),
    chosenOfGroups > 0 && counted(chosenOfGroups, 'group'),
  ]
    .filter(Boolean)
    .join(' and ')
  const { isBusy, problem, run } = useMutation()
  const list = useSearch(peopleQuery, { q })
  const rows = useMemo(
    () => list.value?.people.filter((one) => !one.is_deactivated && !without.has(one.id)),
    [list.value, without],
  )
  const groups = useGroups()
  const offered = useMemo(
    () => groups.filter((one) => hasGroups && one.members > 0 && !without.has(one.id)),
    [groups, hasGroups, without],
  )
  const fitting = useMatching(offered, nameOf, typed)
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const submit = async () => {
    const [add, add_groups] = [chosen, chosenGroups].map(({ rows }) => rows.map(({ id }) => id)) as [string[], string[]]
    if (who && (await run(() => onPicked({ add, add_groups })))) onClose()
  }
  return (
    <FormDialog
      title={title}
      form={{ submit, problem, isBusy }}
      onClose={onClose}
      verb={who ? `${verb} ${who}` : verb}
      isDisabled={!who}
    >
      <FailedRead problem={list.problem} onAgain={list.refresh} />
      <PersonPicker
        search={{
          label: 'Search people',
          placeholder: 'Name or email',
          maxLength: peopleLimits.search,
          typed,
          onType: setTyped,
        }}
        label="People to choose"
        people={rows}
        isBusy={list.isStale || rows === undefined}
        onMore={list.more}
        empty="No one to choose from."
        choice={{ many: chosen, groups: { fitting, chosen: chosenGroups } }}
      />
    </FormDialog>
  )
}

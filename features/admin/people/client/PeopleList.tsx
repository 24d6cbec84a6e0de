import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { IconDownload, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { saveFrom } from '#core/client/saveFrom.ts'
import { useChange } from '#core/client/useChange.ts'
import { usePages } from '#core/client/usePages.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from '../../client/AdminPage.module.css'
import { placePath } from '../../client/place.ts'
import { counted, nameOf } from '../../client/words.ts'
import { type AdminPerson, MANY, type PersonState, peopleRoutes as routes } from '../contract.ts'
import { ChosenPeople } from './ChosenPeople.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import p from './People.module.css'
import { PeopleFilterBar } from './PeopleFilterBar.tsx'
import { PersonLine } from './PersonLine.tsx'
import { usePeopleFilters } from './peopleFilters.ts'

type Counts = Record<PersonState, number>

/** Everybody by name, narrowed by words and filters; what is done to many starts with their boxes. */
export function PeopleList({ isOffline }: { isOffline: boolean }) {
  const [filters, setFilters] = usePeopleFilters()
  const [counts, setCounts] = useState<Counts | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminPerson>>(new Map())
  const [isInviting, setInviting] = useState(false)
  const file = useChange()
  const { rows, hasMore, problem, isStale, more, reload } = usePages(async (after) => {
    const answer = await call(routes.people, { query: { ...filters, after } })
    if (answer.counts) setCounts(answer.counts)
    return { rows: answer.people, next: answer.next }
  }, JSON.stringify(filters))
  const isNarrowed = Object.keys(filters).length > 0
  const choose = (person: AdminPerson, isIn: boolean) =>
    setChosen((now) => {
      const next = new Map(now)
      if (isIn) next.set(person.id, person)
      else next.delete(person.id)
      return next
    })
  const choosable = (rows ?? []).slice(0, MANY)
  const isAll = choosable.length > 0 && choosable.every(({ id }) => chosen.has(id))
  const changed = async () => {
    setChosen(new Map())
    await reload()
  }
  const save = () => file.run(() => saveFrom(routes.peopleFile, { query: filters }, 'people.csv').then(() => undefined))
  return (
    <section aria-label="People">
      <div className={p.head}>
        <p className={p.counts}>{counts && sayCounts(counts)}</p>
        <div className={p.actions}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
            disabled={isOffline}
            onClick={save}
          >
            Export
          </Button>
          <Button component={Link} to={placePath('imports')} variant="default">
            Import
          </Button>
          <Button
            leftSection={<IconUserPlus size={18} stroke={1.6} aria-hidden />}
            disabled={isOffline}
            onClick={() => setInviting(true)}
          >
            Invite
          </Button>
        </div>
      </div>
      <PeopleFilterBar filters={filters} onChange={setFilters} />
      <Problem>{isOffline ? null : (problem ?? file.problem)}</Problem>
      {rows && rows.length > 0 && (
        <ChosenPeople
          people={[...chosen.values()]}
          isOffline={isOffline}
          onDone={changed}
          onClear={() => setChosen(new Map())}
          all={
            <Checkbox
              label={isAll ? 'Choose none' : 'Choose all shown'}
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              onChange={() => setChosen(isAll ? new Map() : new Map(choosable.map((one) => [one.id, one])))}
            />
          }
        />
      )}
      {rows?.length === 0 && !isStale && isNarrowed && (
        <EmptyState
          title="Nobody fits"
          action={
            <Button
              variant="default"
              onClick={() => setFilters({ q: undefined, role: undefined, group: undefined, state: undefined })}
            >
              Show everybody
            </Button>
          }
        >
          <p>There is nobody in the firm whom these words and filters fit.</p>
        </EmptyState>
      )}
      <ul className={s.list} aria-label="People" aria-busy={isStale || rows === undefined}>
        {rows?.map((person) => (
          <PersonLine
            key={person.id}
            person={person}
            before={
              <Checkbox
                aria-label={`Choose ${nameOf(person)}`}
                checked={chosen.has(person.id)}
                onChange={(event) => choose(person, event.currentTarget.checked)}
              />
            }
          />
        ))}
      </ul>
      {hasMore && <MoreButton onMore={more} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={reload} />}
    </section>
  )
}

function sayCounts({ active, waiting, deactivated }: Counts): string {
  const parts = [counted(active + waiting, 'person', 'people')]
  if (waiting > 0) parts.push(`${waiting} not signed in yet`)
  if (deactivated > 0) parts.push(`${deactivated} deactivated`)
  return parts.join(' · ')
}

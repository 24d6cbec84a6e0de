import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, formatDayShort } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { routes } from '../../assigning/contract.ts'
import { assignedToPerson } from '../../assigning/queries.ts'
import s from './Progress.module.css'

type Props = {
  person: { user_id: string; first_name: string; last_name: string }
  /** A change reloads the list. */
  version: number
  onChanged: () => void
  actions: ReactNode
}

/** Lists one person's assignments and their status. */
export function PersonAssignments({ person, version, onChanged, actions }: Props) {
  const { value, problem, refresh } = useQuery(assignedToPerson, person.user_id)
  const today = dayIn(useZone(), new Date())
  const change = useMutation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is a reason to ask again
  useEffect(() => {
    if (version > 0) void refresh()
  }, [version])
  if (problem && !value) return <Problem>{problem}</Problem>
  if (!value) return <LoadingPlaceholder />
  const takeBack = (id: string, title: string) =>
    void change.run(async () => {
      await call(routes.takeBack, { params: { id, user_id: person.user_id } })
      onChanged()
      return `Unassigned ${title} from ${fullNameOf(person)}.`
    })
  return (
    <div className={s.more}>
      {change.problem && <Problem>{change.problem}</Problem>}
      {value.assigned.length === 0 ? (
        <p className="dim">No assignments.</p>
      ) : (
        <ul aria-label={`Assigned to ${fullNameOf(person)}`}>
          {value.assigned.map(({ id, title, is_category, by, due, done, overdue }) => (
            <li key={id} className="row gap12">
              <span className="grow break">
                {is_category ? `All of ${title}` : title}
                <small className={`small block ${overdue === 'yes' ? 'bad' : 'dim'}`}>
                  {done === 'yes' ? 'Done' : overdue === 'yes' ? 'Overdue' : 'Not done yet'}
                  {due !== null && `, due ${formatDayShort(due, today)}`}, by {by}
                </small>
              </span>
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={change.isBusy}
                aria-label={`Unassign ${title}`}
                onClick={() => takeBack(id, title)}
              >
                Unassign
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex wrap gap8 mt12">{actions}</div>
    </div>
  )
}

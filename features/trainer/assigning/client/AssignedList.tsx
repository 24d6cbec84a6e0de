import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, formatDayShort } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { routes } from '../contract.ts'
import { assignedQuery } from '../queries.ts'
import s from './Assign.module.css'

/** Lists assignments, each with an unassign button. A changed `version` reloads the list. */
export function AssignedList({ subjectId, version }: { subjectId: string; version: number }) {
  const { value, refresh } = useQuery(assignedQuery, subjectId)
  const today = dayIn(useZone(), new Date())
  const { isBusy, problem, run } = useMutation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is a reason to ask again
  useEffect(() => {
    if (version > 0) void refresh()
  }, [version])
  if (!value || value.assigned.length + value.groups.length === 0) return null
  const sayDue = (due: string | null) => (due ? `due ${formatDayShort(due, today)}` : 'no due date')
  const takeBack = (name: string, work: () => Promise<unknown>) =>
    void run(async () => {
      await work()
      await refresh()
      return `Unassigned ${name}.`
    })
  return (
    <section className={`ruled ${s.assigned}`} aria-label="Assigned so far">
      <h3 className="mb8">Assigned so far</h3>
      {problem && <Problem>{problem}</Problem>}
      <ul>
        {value.groups.map(({ group_id, name, members, due, by }) => (
          <li key={group_id} className="row gap12">
            <Icon name="users" size={20} stroke={1.75} className={`rigid dim ${s.group}`} />
            <span className="grow break">
              {name}
              <small className="cap block">
                Group of {members}, {sayDue(due)}, by {by}
              </small>
            </span>
            <Back
              name={name}
              isBusy={isBusy}
              onClick={() => takeBack(name, () => call(routes.takeBackGroup, { params: { id: subjectId, group_id } }))}
            />
          </li>
        ))}
        {value.assigned.map((one) => (
          <li key={one.user_id} className="row gap12">
            <InitialsAvatar initials={initialsOf(one)} tone="accent" />
            <span className="grow break">
              {fullNameOf(one)}
              <small
                className={`small block ${one.done === 'no' && one.due !== null && one.due < today ? 'bad' : 'dim'}`}
              >
                {one.done === 'yes' ? 'Done' : formatLate(one.due, today, sayDue(one.due))}
                {one.group ? `, with ${one.group.name}` : `, by ${one.by}`}
              </small>
            </span>
            <Back
              name={fullNameOf(one)}
              isBusy={isBusy}
              onClick={() =>
                takeBack(fullNameOf(one), () =>
                  call(routes.takeBack, { params: { id: subjectId, user_id: one.user_id } }),
                )
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const formatLate = (due: string | null, today: string, said: string) =>
  due !== null && due < today ? `Overdue, ${said}` : said.charAt(0).toUpperCase() + said.slice(1)

const Back = ({ name, isBusy, onClick }: { name: string; isBusy: boolean; onClick: () => void }) => (
  <Button variant="subtle" size="compact-sm" disabled={isBusy} aria-label={`Unassign ${name}`} onClick={onClick}>
    Unassign
  </Button>
)

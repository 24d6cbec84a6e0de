import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { counted } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import { type GroupDetail, peopleRoutes as routes } from '../contract.ts'
import p from './People.module.css'
import { PickPeople } from './PickPeople.tsx'

export type GroupPart = { group: GroupDetail; isOffline: boolean; reload: () => Promise<void> }

/** Manages who can read and act on the targets of the group's people. */
export function MemberAccess({ group, isOffline, reload }: GroupPart) {
  const [isPicking, setPicking] = useState(false)
  const { isBusy, problem, run } = useMutation()
  const params = { id: group.id }
  const remove = (id: string, name: string) =>
    run(async () => {
      await call(routes.placeManagers, { params, body: { remove: [id] } })
      await reload()
      return `${name} no longer manages ${group.name}.`
    })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="group-managers">
      <div className={`row wrap between ${p.head}`}>
        <h3 id="group-managers">Managers</h3>
        <Button variant="default" disabled={isOffline} onClick={() => setPicking(true)}>
          Add managers
        </Button>
      </div>
      <p className="dim">Managers can see and act on the Targets of people in this group as soon as you add them.</p>
      <Problem>{problem}</Problem>
      {group.managed_by.length === 0 && <p className={`dim ${p.empty}`}>No one manages this group.</p>}
      <ul className={p.rows} aria-label="Managers">
        {group.managed_by.map(({ id, name, email }) => (
          <li key={id}>
            <div className="stack shrink">
              <Link to={placePath('people', id)} className={`semi break link ${p.name}`}>
                {name}
              </Link>
              <span className="cap break">{email}</span>
            </div>
            <Button
              variant="subtle"
              disabled={isOffline || isBusy}
              aria-label={`Remove ${name} as a manager`}
              onClick={() => remove(id, name)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isPicking && (
        <PickPeople
          title={`Who should manage ${group.name}?`}
          verb="Add"
          without={new Set(group.managed_by.map(({ id }) => id))}
          onClose={() => setPicking(false)}
          onPicked={async (body) => {
            const { managed_by } = await call(routes.placeManagers, { params, body })
            await reload()
            return `Added ${counted(managed_by.length, 'manager')} to ${group.name}.`
          }}
        />
      )}
    </section>
  )
}

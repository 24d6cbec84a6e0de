import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { usePages } from '#core/client/usePages.ts'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from '../../client/AdminPage.module.css'
import { counted, nameOf } from '../../client/words.ts'
import { MANY, peopleRoutes as routes } from '../contract.ts'
import type { GroupPart } from './MemberAccess.tsx'
import p from './People.module.css'
import { PersonLine } from './PersonLine.tsx'
import { PickPeople } from './PickPeople.tsx'

/** The people of the group, many of whom can come and go at once. */
export function GroupMembers({ group, isOffline, reload }: GroupPart) {
  const [isPicking, setPicking] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const deed = useChange()
  const params = { id: group.id }
  const list = usePages(async (after) => {
    const { people, next } = await call(routes.people, { query: { group: group.id, after } })
    return { rows: people, next }
  }, group.id)
  const rows = list.rows ?? []
  const choose = (id: string, isIn: boolean) =>
    setChosen((now) => new Set(isIn ? [...now, id].slice(0, MANY) : [...now].filter((one) => one !== id)))
  const again = async () => {
    setChosen(new Set())
    await Promise.all([reload(), list.reload()])
  }
  const remove = () =>
    deed.run(async () => {
      await call(routes.placeMembers, { params, body: { add: [], remove: [...chosen] } })
      const count = chosen.size
      await again()
      return `${counted(count, 'person is', 'people are')} no longer in ${group.name}.`
    })
  return (
    <section className={p.section} aria-labelledby="group-people">
      <div className={p.head}>
        <h3 id="group-people">People</h3>
        <div className={p.actions}>
          {chosen.size > 0 && (
            <Button variant="default" disabled={isOffline || deed.isBusy} onClick={remove}>
              Remove {chosen.size} from the group
            </Button>
          )}
          <Button variant="default" disabled={isOffline} onClick={() => setPicking(true)}>
            Add people
          </Button>
        </div>
      </div>
      <Problem>{isOffline ? null : (list.problem ?? deed.problem)}</Problem>
      {list.rows?.length === 0 && <p className={p.empty}>Nobody is in this group yet.</p>}
      <ul className={s.list} aria-label="People of the group" aria-busy={list.rows === undefined}>
        {rows.map((person) => (
          <PersonLine
            key={person.id}
            person={{ ...person, groups: person.groups.filter((name) => name !== group.name) }}
            before={
              <Checkbox
                aria-label={`Choose ${nameOf(person)}`}
                checked={chosen.has(person.id)}
                onChange={(event) => choose(person.id, event.currentTarget.checked)}
              />
            }
          />
        ))}
      </ul>
      {list.hasMore && <MoreButton onMore={list.more} />}
      {isPicking && (
        <PickPeople
          title={`Add people to ${group.name}`}
          verb="Add"
          without={new Set(rows.map(({ id }) => id))}
          onClose={() => setPicking(false)}
          onPicked={async (people) => {
            await call(routes.placeMembers, { params, body: { add: people.map(({ id }) => id), remove: [] } })
            await again()
            return `${counted(people.length, 'person is', 'people are')} in ${group.name} now.`
          }}
        />
      )}
    </section>
  )
}

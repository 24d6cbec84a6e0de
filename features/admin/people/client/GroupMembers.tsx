import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { useChosen } from '#core/ui/table/useChosen.ts'
import { counted } from '../../client/labels.ts'
import { MANY, peopleRoutes as routes } from '../contract.ts'
import { peopleQuery } from '../queries.ts'
import type { GroupPart } from './MemberAccess.tsx'
import p from './People.module.css'
import { PickPeople } from './PickPeople.tsx'
import { personColumns, personKey } from './personColumns.tsx'

export function GroupMembers({ group, isOffline, reload }: GroupPart) {
  const [isPicking, setPicking] = useState(false)
  const chosen = useChosen(personKey, MANY)
  const change = useMutation()
  const params = { id: group.id }
  const list = useQuery(peopleQuery, { group: group.id })
  const rows = list.value?.people
  const again = async () => {
    chosen.clear()
    await Promise.all([reload(), list.refresh()])
  }
  const remove = () =>
    change.run(async () => {
      await call(routes.placeMembers, { params, body: { remove: chosen.rows.map(({ id }) => id) } })
      const count = chosen.rows.length
      await again()
      return `Removed ${counted(count, 'person', 'people')} from ${group.name}.`
    })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="group-people">
      <div className={`row wrap between ${p.head}`}>
        <h3 id="group-people">People</h3>
        <div className="row wrap gap8">
          {chosen.rows.length > 0 && (
            <Button variant="default" disabled={isOffline || change.isBusy} onClick={remove}>
              Remove {chosen.rows.length} from the group
            </Button>
          )}
          <Button variant="default" disabled={isOffline} onClick={() => setPicking(true)}>
            Add people
          </Button>
        </div>
      </div>
      <AnswerState of={list} problem={change.problem} />
      <Table
        label="People in the group"
        columns={personColumns}
        rows={rows?.map((one) => ({ ...one, groups: one.groups.filter((name) => name !== group.name) }))}
        keyOf={personKey}
        nameOf={fullNameOf}
        onMore={list.more}
        chosen={chosen}
        empty={<p className={`dim ${p.empty}`}>No one is in this group yet.</p>}
      />
      {isPicking && (
        <PickPeople
          title={`Add people to ${group.name}`}
          verb="Add"
          hasGroups
          without={new Set([group.id, ...(rows ?? []).map(({ id }) => id)])}
          onClose={() => setPicking(false)}
          onPicked={async (body) => {
            const { members } = await call(routes.placeMembers, { params, body })
            await again()
            return `Added ${counted(members, 'person', 'people')} to ${group.name}.`
          }}
        />
      )}
    </section>
  )
}

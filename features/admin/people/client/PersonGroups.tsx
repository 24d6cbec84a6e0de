import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useMutation } from '#core/client/useMutation.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { placePath } from '../../client/place.ts'
import { type AdminGroup, type PersonDetail, peopleRoutes as routes } from '../contract.ts'
import p from './People.module.css'
import type { PersonPart } from './personPart.ts'
import { useGroups } from './useGroups.ts'

/** Lists the groups that the person belongs to and the groups they manage. */
export function PersonGroups({ person, isOffline, reload }: PersonPart) {
  const groups = useGroups()
  const change = useMutation()
  const place = (isManager: boolean, group: { id: string; name: string }, isIn: boolean) =>
    change.run(async () => {
      const body = isIn ? { add: [person.id] } : { remove: [person.id] }
      await call(isManager ? routes.placeManagers : routes.placeMembers, { params: { id: group.id }, body })
      await reload()
      const what = isManager ? (isIn ? 'manages' : 'no longer manages') : isIn ? 'is in' : 'is no longer in'
      return `${fullNameOf(person)} ${what} ${group.name}.`
    })
  const shared = { groups, isOff: isOffline || change.isBusy, isClosed: person.is_deactivated }
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="person-groups">
      <h3 id="person-groups">Groups</h3>
      <Problem>{change.problem}</Problem>
      <div className={`grid ${p.two}`}>
        <Places
          title="Member of"
          empty="Not in any group."
          label="Add to a group"
          places={person.member_of}
          onPlace={(group, isIn) => place(false, group, isIn)}
          {...shared}
        />
        <Places
          title="Manages"
          empty="Doesn’t manage any group. Managers can see and act on the Targets of people in their group."
          label="Add as manager of a group"
          places={person.manager_of}
          onPlace={(group, isIn) => place(true, group, isIn)}
          {...shared}
        />
      </div>
    </section>
  )
}

type Place = PersonDetail['member_of'][number]
type Props = {
  title: string
  empty: string
  label: string
  places: Place[]
  groups: AdminGroup[]
  isOff: boolean
  isClosed: boolean
  onPlace: (group: Place, isIn: boolean) => void
}

function Places({ title, empty, label, places, groups, isOff, isClosed, onPlace }: Props) {
  const others = groups.filter(({ id }) => !places.some((one) => one.id === id))
  return (
    <div>
      <h4>{title}</h4>
      {places.length === 0 && <p className={`dim ${p.empty}`}>{empty}</p>}
      <ul className={p.rows} aria-label={title}>
        {places.map((group) => (
          <li key={group.id}>
            <Link to={placePath('groups', group.id)} className="semi break link">
              {group.name}
            </Link>
            <Button
              variant="subtle"
              disabled={isOff}
              aria-label={`Remove from ${group.name}`}
              onClick={() => onPlace(group, false)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {!isClosed && others.length > 0 && (
        <NativeSelect
          aria-label={label}
          data={[{ value: '', label: `${label} …` }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          value=""
          disabled={isOff}
          onChange={(event) => {
            const group = others.find(({ id }) => id === event.currentTarget.value)
            if (group) onPlace(group, true)
          }}
        />
      )}
    </div>
  )
}

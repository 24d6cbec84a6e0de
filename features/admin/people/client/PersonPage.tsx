import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { placePath } from '../../client/place.ts'
import { StepHeading } from '../../imports/client/StepHeading.tsx'
import type { PersonDetail } from '../contract.ts'
import { importedRoleLabels, personStateLabels } from '../peopleLabels.ts'
import { personQuery } from '../queries.ts'
import p from './People.module.css'
import { PersonForm } from './PersonForm.tsx'
import { PersonGroups } from './PersonGroups.tsx'
import { PersonLeaving } from './PersonLeaving.tsx'
import { PersonSettings } from './PersonSettings.tsx'
import { PersonSigningIn } from './PersonSigningIn.tsx'

export function PersonPage({ id, isOffline }: { id: string; isOffline: boolean }) {
  const asked = useQuery(personQuery, id)
  const { value: person, refresh: reload, take } = asked
  useTitle(person ? `${fullNameOf(person)} · Admin` : 'People · Admin')
  const part = person && {
    person,
    isOffline,
    reload,
    onChanged: take,
  }
  return (
    <div className={`stack ${p.page}`}>
      <div>
        <BackLink to={placePath('people')}>People</BackLink>
        {person && (
          <>
            <StepHeading>{fullNameOf(person)}</StepHeading>
            <Facts person={person} />
          </>
        )}
      </div>
      <AnswerState isAwaited of={asked} />
      {part && (
        <>
          <PersonForm key={`${part.person.email} ${part.person.role} ${fullNameOf(part.person)}`} {...part} />
          <PersonGroups {...part} />
          <PersonSettings {...part} />
          <PersonSigningIn {...part} />
          <PersonLeaving {...part} />
        </>
      )}
    </div>
  )
}

function Facts({ person }: { person: PersonDetail }) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const on = (instant: string) => formatDay(dayIn(zone, instant))
  const facts = [importedRoleLabels[person.role]]
  if (person.state !== 'active') facts.push(personStateLabels[person.state])
  if (person.signed_in_at) facts.push(`last signed in ${on(person.signed_in_at)}`)
  else if (person.invited_at) facts.push(`invited ${on(person.invited_at)}`)
  else if (!person.can_sign_in) facts.push('not invited yet')
  return <p className="mt4 break dim">{facts.join(' · ')}</p>
}

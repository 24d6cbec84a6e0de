import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { placePath } from '../../client/place.ts'
import { nameOf } from '../../client/words.ts'
import type { AdminPerson } from '../contract.ts'
import { personStateWords, roleWords } from '../peopleWords.ts'
import p from './People.module.css'

type Props = { person: AdminPerson; before?: ReactNode }

/** One person of a list; the name opens the person. */
export function PersonLine({ person, before }: Props) {
  const { id, email, groups, role, state } = person
  return (
    <li className={p.line}>
      {before}
      <div className={p.who}>
        <Link to={placePath('people', id)} className={p.name}>
          {nameOf(person)}
        </Link>
        <span className={p.caption}>{email}</span>
      </div>
      <span className={p.groups}>{groups.join(', ')}</span>
      <span className={p.state} data-state={state}>
        {state === 'active' || role !== 'member' ? roleWords[role] : ''}
        {state !== 'active' && <span>{personStateWords[state]}</span>}
      </span>
    </li>
  )
}

import type { ReactNode } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import s from './PeoplePage.module.css'

type Named = { id: string; first_name: string; last_name: string; fullname: string }

export function PersonCard({ person, children }: { person: Named; children: ReactNode }) {
  return (
    <li>
      <Link
        to="/viewer/pipeline/people/$uid"
        params={{ uid: person.id }}
        className={`card row gap12 inherit ${s.person}`}
      >
        <InitialsAvatar initials={initialsOf(person)} tone="accent" />
        <span>
          {person.fullname}
          <small className="cap block">{children}</small>
        </span>
      </Link>
    </li>
  )
}

import { IconAlertTriangle, IconMailCheck, IconMailX } from '@tabler/icons-react'
import { fullNameOf } from '#core/contract/names.ts'
import { InitialsAvatar } from '../InitialsAvatar.tsx'
import { initialsOf } from '../initialsOf.ts'
import s from './Runs.module.css'

type Props = {
  person: { first_name: string; last_name: string }
  about?: string | undefined
  /** Delivery state of the email. */
  state: string
  words: string
  reason?: string | null | undefined
}

const icons: Record<string, typeof IconMailX> = {
  sent: IconMailCheck,
  failed: IconMailX,
  in_doubt: IconAlertTriangle,
}

export function Recipient({ person, about, state, words, reason }: Props) {
  const Icon = icons[state]
  return (
    <li className={`grid middle gap8 ruledBelow ${s.recipient}`}>
      <span className="inline gap8 shrink">
        <InitialsAvatar initials={initialsOf(person)} />
        <span>
          {fullNameOf(person)}
          {about && <span className="cap block">{about}</span>}
        </span>
      </span>
      <span className={`inline gap8 shrink cap wrap medium ${s.became}`} data-state={state}>
        {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
        {words}
        {reason && <span className="cap">{reason}</span>}
      </span>
    </li>
  )
}

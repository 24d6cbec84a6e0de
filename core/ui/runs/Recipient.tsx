import { fullNameOf } from '#core/contract/names.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
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

const icons: Record<string, IconName> = {
  sent: 'mail-check',
  failed: 'mail-x',
  in_doubt: 'alert-triangle',
}

export function Recipient({ person, about, state, words, reason }: Props) {
  const icon = icons[state]
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
        {icon && <Icon name={icon} size={16} stroke={1.75} />}
        {words}
        {reason && <span className="cap">{reason}</span>}
      </span>
    </li>
  )
}

import { UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { useOpener } from '#core/ui/useOpener.ts'
import type { Area } from '../areas.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import s from './PersonMenu.module.css'

export type PersonMenuProps = {
  person: { fullname: string; first_name: string; last_name: string; firm: string; logo?: string }
  /** Only areas with a line in the menu. */
  areas: readonly Area[]
  /** The person who actually works, while switched to another. */
  switchedFrom?: string
  /** Shows only the avatar. */
  isCompact?: boolean
  onLogout: () => void
  onSwitchBack: () => void
}

const PersonItems = lazyComponent(() => import('./PersonItems.tsx').then((file) => file.PersonItems))

/** The logo can't be reached. The firm's name is shown below. */
const hide = (event: { currentTarget: HTMLElement }) => {
  event.currentTarget.hidden = true
}

export function PersonMenu(props: PersonMenuProps) {
  const { person, isCompact } = props
  const { isOpen, close, button } = useOpener()
  return (
    <div className="relative">
      {!isCompact && person.logo && (
        <img key={person.logo} className={s.logo} src={person.logo} alt={person.firm} onError={hide} />
      )}
      <UnstyledButton
        {...button}
        className={`row fill ${s.person}`}
        data-compact={isCompact || undefined}
        aria-haspopup="menu"
      >
        {isCompact && <span className="hide">Account menu for {person.fullname}</span>}
        <InitialsAvatar initials={`${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase()} />
        {!isCompact && (
          <>
            <span className="grow">
              <span className={`block ${s.name} one`}>{person.fullname}</span>
              <span className="block cap one" title={person.firm}>
                {person.firm}
              </span>
            </span>
            <Icon name="selector" size={16} className="dim" />
          </>
        )}
      </UnstyledButton>
      {isOpen && <PersonItems {...props} onClose={close} />}
    </div>
  )
}

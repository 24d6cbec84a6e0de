import { Button } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import type { Domain, SsoProvider } from '#features/account/signOnContract.ts'
import s from './SignOn.module.css'
import { SignOnProviderForm } from './SignOnProviderForm.tsx'

type Props = {
  provider: SsoProvider
  domains: Domain[]
  isOpen: boolean
  onToggle: () => void
  isOffline: boolean
  reload: () => Promise<void>
}

export function SignOnProvider({ provider, domains, isOpen, onToggle, isOffline, reload }: Props) {
  const { id, name, issuer, is_on } = provider
  return (
    <li className={`stack gap12 ${s.row}`}>
      <div className={`row wrap between ${s.head}`}>
        <div className={`stack gap2 ${s.who}`}>
          <strong>{name}</strong>
          <span className="break pretty dim">{issuer}</span>
          <span className={`inline gap6 medium ${is_on ? 'good' : 'dim'}`}>
            {is_on ? <Icon name="check" size={16} stroke={2} /> : <Icon name="power" size={16} stroke={2} />}
            {is_on ? 'On' : 'Off'}
          </span>
        </div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={`provider-${id}`}
          aria-label={`${isOpen ? 'Close' : 'Set up'} ${name}`}
          onClick={onToggle}
        >
          {isOpen ? 'Close' : 'Set up'}
        </Button>
      </div>
      <div id={`provider-${id}`}>
        {isOpen && <SignOnProviderForm provider={provider} domains={domains} isOffline={isOffline} reload={reload} />}
      </div>
    </li>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import {
  type Domain,
  NewProvider,
  signOnSetUpRoutes as routes,
  type SsoProvider,
} from '#features/account/signOnContract.ts'
import { AddProviderDialog } from './AddProviderDialog.tsx'
import s from './SignOn.module.css'
import { SignOnProvider } from './SignOnProvider.tsx'

type Props = { providers: SsoProvider[]; domains: Domain[]; isOffline: boolean; reload: () => Promise<void> }

/** Provider that an admin returns from after a test. The server adds it after the '#' of the URL. */
const triedProvider = () => new URLSearchParams(location.hash.slice(1)).get('tried')

/** Lists the firm's providers. One that was just added or tested starts expanded. */
export function SignOnProviders({ providers, domains, isOffline, reload }: Props) {
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<string | null>(triedProvider)
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="providers">
      <div className={`row wrap between ${s.head}`}>
        <div>
          <h2 id="providers">SSO providers</h2>
          <p className="mt4 break pretty dim">People sign in through your own provider with OpenID Connect.</p>
        </div>
        <Button disabled={isOffline} onClick={() => setAdding(true)}>
          Add a provider
        </Button>
      </div>
      {providers.length === 0 && (
        <p className={`dim ${s.empty}`}>No providers yet. Everyone signs in with a password.</p>
      )}
      <ul className={`ruled ${s.list}`} aria-label="Providers">
        {providers.map((one) => (
          <SignOnProvider
            key={one.id}
            provider={one}
            domains={domains}
            isOpen={open === one.id}
            onToggle={() => setOpen(open === one.id ? null : one.id)}
            isOffline={isOffline}
            reload={reload}
          />
        ))}
      </ul>
      {isAdding && (
        <AddProviderDialog
          onClose={() => setAdding(false)}
          onAdd={async (given) => {
            const { id, name } = await call(routes.addProvider, { body: NewProvider.parse(given) })
            await reload()
            setOpen(id)
            return `${name} added. It’s off until you finish setting it up.`
          }}
        />
      )}
    </section>
  )
}

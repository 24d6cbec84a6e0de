import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { signOnSetUpRoutes as routes, type SsoProvider } from '#features/account/signOnContract.ts'

type Props = {
  provider: SsoProvider
  isOffline: boolean
  /** Shows each missing value beside its field. Returns true if there is nothing else to report. */
  onRefused: (thrown: unknown) => boolean
  reload: () => Promise<void>
}

export function ProviderSwitch({ provider: { id, name, is_on, tried }, isOffline, onRefused, reload }: Props) {
  const params = { id }
  const [asking, setAsking] = useState<'off' | 'remove' | null>(null)
  const { isBusy, problem, run } = useMutation()
  const turnOn = () =>
    run(async () => {
      await call(routes.turnOn, { params, body: tried ? { tried: tried.id } : {} })
      await reload()
      return `People can now sign in with ${name}.`
    }, onRefused)
  return (
    <>
      <Problem>{problem}</Problem>
      <div className="flex wrap gap8">
        {is_on ? (
          <Button variant="default" disabled={isOffline} onClick={() => setAsking('off')}>
            Turn off
          </Button>
        ) : (
          <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={turnOn}>
            Turn on
          </Button>
        )}
        <Button variant="subtle" color="red" disabled={isOffline} onClick={() => setAsking('remove')}>
          Remove
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={asking === 'off' ? `Turn ${name} off?` : `Remove ${name}?`}
          verb={asking === 'off' ? 'Turn off' : 'Remove'}
          isDangerous={asking === 'remove'}
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            if (asking === 'off') await call(routes.turnOff, { params, body: {} })
            else await call(routes.removeProvider, { params })
            await reload()
            return asking === 'off' ? `${name} turned off.` : `${name} removed.`
          }}
        >
          <p>No one can sign in with it anymore, and anyone who did is signed out right away. Passwords still work.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

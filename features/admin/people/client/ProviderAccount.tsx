import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import { ActionRow } from './ActionRow.tsx'

type Props = { id: string; name: string; isOffline: boolean; reload: () => Promise<void> }

/** Which account of the firm's sign-on provider a person is, and having it forgotten. */
export function ProviderAccount({ id, name, isOffline, reload }: Props) {
  const { isBusy, run } = useChange()
  const forget = () =>
    run(async () => {
      await call(routes.forgetSubject, { params: { id }, body: {} })
      await reload()
      return `It is forgotten which account of the provider is ${name}'s.`
    })
  return (
    <ActionRow
      title="Account at the provider"
      why="If their account there was created again: the next single sign-on with this e-mail counts as the first."
    >
      <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={forget}>
        Forget it
      </Button>
    </ActionRow>
  )
}

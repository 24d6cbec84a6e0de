import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import { ActionRow } from './ActionRow.tsx'

type Props = { id: string; name: string; isOffline: boolean; reload: () => Promise<void> }

/** Shows whether a person is linked to an account of the firm's SSO provider, and removes the link. */
export function ProviderAccount({ id, name, isOffline, reload }: Props) {
  const { isBusy, run } = useMutation()
  const forget = () =>
    run(async () => {
      await call(routes.forgetSubject, { params: { id }, body: {} })
      await reload()
      return `Unlinked ${name} from their SSO account.`
    })
  return (
    <ActionRow
      title="SSO account"
      why="Use this if the provider recreated their account. The next SSO sign-in with this email links the new account."
    >
      <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={forget}>
        Unlink
      </Button>
    </ActionRow>
  )
}

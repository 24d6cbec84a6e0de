import { Button } from '@mantine/core'
import type { Webhook } from '../webhookContract.ts'

export type WebhookAsk = 'edit' | 'remove' | 'secret'

type Props = {
  webhook: Webhook
  isOffline: boolean
  isBusy: boolean
  onTurn: (isOn: boolean) => void
  onTest: () => void
  onAsk: (what: WebhookAsk) => void
}

export function WebhookActs({ webhook, isOffline, isBusy, onTurn, onTest, onAsk }: Props) {
  const now = { disabled: isOffline, 'aria-disabled': isBusy || undefined }
  return (
    <div className="row wrap gap8">
      {webhook.off_why ? (
        <Button {...now} onClick={() => onTurn(true)}>
          Turn on again
        </Button>
      ) : (
        <>
          <Button {...now} onClick={onTest}>
            Send a test
          </Button>
          <Button variant="default" {...now} onClick={() => onTurn(false)}>
            Turn off
          </Button>
        </>
      )}
      <Button variant="default" disabled={isOffline} onClick={() => onAsk('edit')}>
        Edit
      </Button>
      <Button variant="default" disabled={isOffline} onClick={() => onAsk('secret')}>
        New secret
      </Button>
      <Button variant="default" disabled={isOffline} onClick={() => onAsk('remove')}>
        Remove
      </Button>
    </div>
  )
}

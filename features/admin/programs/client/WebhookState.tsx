import { useSession } from '#core/client/session.ts'
import { stampIn } from '#core/contract/dates.ts'
import { formatStamp } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { number } from '../../client/labels.ts'
import type { OffWhy, Webhook } from '../webhookContract.ts'

const offWords: Record<OffWhy, string> = {
  hand: 'Off',
  gone: 'Off: the endpoint returned 410 Gone',
  failing: 'Off: every delivery failed for three days',
  behind: 'Off: too many messages were pending',
}

export function WebhookState({ webhook: { off_why, failing_since, waiting } }: { webhook: Webhook }) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const left = waiting > 0 ? ` · ${number(waiting)} pending` : ''
  if (off_why)
    return (
      <span className={`inline gap6 medium ${off_why !== 'hand' ? 'bad' : 'dim'}`}>
        <Icon name="player-pause" size={16} stroke={1.75} />
        {offWords[off_why]}
        {left}
      </span>
    )
  if (failing_since)
    return (
      <span className="inline gap6 medium bad">
        <Icon name="alert-triangle" size={16} stroke={1.75} />
        Failing since {formatStamp(stampIn(zone, failing_since))}
        {left}
      </span>
    )
  return (
    <span className="inline gap6 medium good">
      <Icon name="check" size={16} stroke={1.75} />
      On{left}
    </span>
  )
}

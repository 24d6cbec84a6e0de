import type { TabProps } from '#core/client/feature.ts'
import p from '../../people/client/People.module.css'
import { ApiTokens } from './ApiTokens.tsx'
import { WebhookPage } from './WebhookPage.tsx'
import { Webhooks } from './Webhooks.tsx'

export function ApiClients({ id, isOffline }: TabProps) {
  if (id) return <WebhookPage id={id} isOffline={isOffline} />
  return (
    <div className={`stack ${p.page}`}>
      <ApiTokens isOffline={isOffline} />
      <Webhooks isOffline={isOffline} />
    </div>
  )
}

import type { TabProps } from '#core/client/feature.ts'
import { hasSettled, useQuery } from '#core/client/query.ts'
import p from '../../people/client/People.module.css'
import { tokensQuery, webhooksQuery } from '../queries.ts'
import { ApiTokens } from './ApiTokens.tsx'
import { WebhookPage } from './WebhookPage.tsx'
import { Webhooks } from './Webhooks.tsx'

export function ApiClients({ id, isOffline }: TabProps) {
  return id ? <WebhookPage id={id} isOffline={isOffline} /> : <TokensAndWebhooks isOffline={isOffline} />
}

function TokensAndWebhooks({ isOffline }: { isOffline: boolean }) {
  const tokens = useQuery(tokensQuery, undefined)
  const webhooks = useQuery(webhooksQuery, undefined)
  return (
    <div className={`stack ${p.page}`}>
      <ApiTokens asked={tokens} isOffline={isOffline} />
      {hasSettled(tokens) && <Webhooks asked={webhooks} isOffline={isOffline} />}
    </div>
  )
}

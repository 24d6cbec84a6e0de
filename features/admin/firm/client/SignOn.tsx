import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import p from '../../people/client/People.module.css'
import { ssoSetupQuery } from '../queries.ts'
import { Provisioning } from './Provisioning.tsx'
import { SignOnDomains } from './SignOnDomains.tsx'
import { SignOnProviders } from './SignOnProviders.tsx'

/** Single sign-on of the firm: its domains, and the providers that sign in people of those domains. */
export function SignOn({ isOffline }: TabProps) {
  const asked = useQuery(ssoSetupQuery, undefined)
  const { value: answer, refresh: reload } = asked
  return (
    <div className={`stack ${p.page}`}>
      <AnswerState isAwaited of={asked} />
      {answer && (
        <>
          <SignOnDomains domains={answer.domains} isOffline={isOffline} reload={reload} />
          <SignOnProviders
            providers={answer.providers}
            domains={answer.domains}
            isOffline={isOffline}
            reload={reload}
          />
          <Provisioning isOffline={isOffline} />
        </>
      )}
    </div>
  )
}

import { call } from '#core/client/api.ts'
import type { TabProps } from '#core/client/feature.ts'
import { useAnswer } from '#core/client/useAnswer.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import p from '../../people/client/People.module.css'
import { SignOnDomains } from './SignOnDomains.tsx'
import { SignOnProviders } from './SignOnProviders.tsx'

/** The firm's own login: its domains, and the providers that sign in the people of those domains. */
export function SignOn({ isOffline }: TabProps) {
  const { answer, problem, reload } = useAnswer('sign-on', () => call(routes.read, {}))
  return (
    <div className={p.page}>
      <Problem>{isOffline ? null : problem}</Problem>
      {answer && (
        <>
          <SignOnDomains domains={answer.domains} isOffline={isOffline} reload={reload} />
          <SignOnProviders
            providers={answer.providers}
            domains={answer.domains}
            isOffline={isOffline}
            reload={reload}
          />
        </>
      )}
    </div>
  )
}

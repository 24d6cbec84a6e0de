import { AnswerState } from '#core/client/AnswerState.tsx'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import p from '../../people/client/People.module.css'
import { policies } from '../queries.ts'
import { OperatorLeave } from './OperatorLeave.tsx'
import { PolicyForm } from './PolicyForm.tsx'

/** Sign-in rules of the firm: what it requires, how long sessions last, and who can work as its people. */
export function Policies({ isOffline }: TabProps) {
  const asked = useQuery(policies, undefined)
  const { value: now, refresh: reload } = asked
  return (
    <div className={`stack ${p.page}`}>
      <h2 className="hide">Policies</h2>
      <AnswerState of={asked} />
      {now && (
        <>
          <PolicyForm key={JSON.stringify(now)} policies={now} isOffline={isOffline} reload={reload} />
          {!now.is_open_to_operator && (
            <OperatorLeave until={now.operator_until} isOffline={isOffline} reload={reload} />
          )}
        </>
      )}
    </div>
  )
}

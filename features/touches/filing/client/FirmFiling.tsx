import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { filingRoutes as routes } from '../contract.ts'
import { firmFilingQuery } from '../queries.ts'
import s from './EmailFiling.module.css'

/** The firm's own switch. */
export function FirmFiling({ isOffline }: TabProps) {
  const asked = useQuery(firmFilingQuery, undefined)
  const { value, take } = asked
  const { isBusy, problem, run } = useMutation()
  const turn = (isOn: boolean) =>
    run(async () => {
      take(await call(routes.setFirm, { body: { is_on: isOn } }))
      return isOn ? 'Email filing is on.' : 'Email filing is off.'
    })
  return (
    <div className={`stack gap16 ${s.firm}`}>
      <AnswerState isAwaited of={asked} problem={problem} />
      {value && (
        <Switch
          label="People can file emails"
          description="Each person gets an address for BCC and forwarding. When this is off, emails to these addresses come back to their senders, and filed emails stay."
          checked={value.is_on}
          disabled={isOffline}
          aria-busy={isBusy || undefined}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

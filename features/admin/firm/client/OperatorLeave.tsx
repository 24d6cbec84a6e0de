import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { stampIn } from '#core/contract/dates.ts'
import { formatStamp } from '#core/contract/times.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { policyRoutes as routes } from '#features/account/policyContract.ts'
import s from './SignOn.module.css'

type Props = { until: string | null; isOffline: boolean; reload: () => Promise<void> }

const spans = [1, 4, 24, 72].map((hours) => ({
  value: String(hours),
  label: hours === 1 ? '1 hour' : hours < 24 ? `${hours} hours` : hours === 24 ? '1 day' : `${hours / 24} days`,
}))

/** Lets an admin of a firm that is closed to the operator grant access for a few hours. */
export function OperatorLeave({ until, isOffline, reload }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const [hours, setHours] = useState('4')
  const { isBusy, problem, run } = useMutation()
  const allow = () =>
    run(async () => {
      await call(routes.letOperatorIn, { body: { hours: Number(hours) } })
      await reload()
      return 'Operator access is on.'
    })
  const end = () =>
    run(async () => {
      await call(routes.endOperator, { body: {} })
      await reload()
      return 'Operator access is off.'
    })
  const stamp = until && stampIn(zone, until)
  return (
    <section className={`stack gap16 ${s.part}`} aria-labelledby="operator">
      <div>
        <h3 id="operator">Operator access</h3>
        <p className="mt4 break pretty dim">
          {stamp ? `The operator has access until ${formatStamp(stamp)}.` : 'The operator has no access right now.'}
        </p>
      </div>
      <Problem>{problem}</Problem>
      <div className="flex wrap gap8">
        <NativeSelect
          aria-label="Duration"
          data={spans}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={allow}>
          Allow access
        </Button>
        {until && (
          <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={end}>
            End access now
          </Button>
        )}
      </div>
    </section>
  )
}

import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { type FirmDetail, type Flag, flags, operatorRoutes as routes } from '../contract.ts'
import { areaOfFlag, flagWords } from '../subscriptionFlags.ts'
import s from './Subscriptions.module.css'

type Props = { firm: FirmDetail; isOffline: boolean; onChanged: () => Promise<void> }

/** Each switch is sent at once, and holds from the next call of anybody in the firm on. */
export function Subscriptions({ firm, isOffline, onChanged }: Props) {
  const { isBusy, problem, run } = useChange()
  const turn = (flag: Flag, isOn: boolean) =>
    run(async () => {
      await call(routes.subscribe, { params: { id: firm.id }, body: { flags: { [flag]: isOn } } })
      await onChanged()
      return `${flagWords[flag].label}: ${isOn ? 'on' : 'off'} for ${firm.name}.`
    })
  return (
    <section className={p.section} aria-labelledby="firm-subscriptions">
      <h3 id="firm-subscriptions">Subscriptions</h3>
      <Problem>{problem}</Problem>
      <div className={s.flags}>
        {flags.map((flag) => {
          const area = areaOfFlag(flag)
          const isPart = flag !== area && area !== 'license'
          return (
            <Switch
              key={flag}
              className={isPart ? s.part : s.area}
              label={flagWords[flag].label}
              description={flagWords[flag].tells}
              checked={firm.subscriptions[flag] ?? false}
              disabled={isOffline || (isPart && !firm.subscriptions[area as Flag])}
              aria-disabled={isBusy || undefined}
              onChange={(event) => turn(flag, event.currentTarget.checked)}
            />
          )
        })}
      </div>
    </section>
  )
}

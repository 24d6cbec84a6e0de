import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { type FirmDetail, operatorRoutes as routes } from '../contract.ts'
import s from './Subscriptions.module.css'

type Props = { firm: FirmDetail; isOffline: boolean; onChanged: () => Promise<void> }

/** Sends each switch right away. It applies from the next request of anyone in the firm. */
export function Subscriptions({ firm, isOffline, onChanged }: Props) {
  const { isBusy, problem, run } = useMutation()
  const turn = ({ name, label }: FirmDetail['flags'][number], isOn: boolean) =>
    run(async () => {
      await call(routes.subscribe, { params: { id: firm.id }, body: { flags: { [name]: isOn } } })
      await onChanged()
      return `${label} turned ${isOn ? 'on' : 'off'} for ${firm.name}.`
    })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-subscriptions">
      <h3 id="firm-subscriptions">Subscriptions</h3>
      <Problem>{problem}</Problem>
      <div className="stack gap12">
        {firm.flags.map((flag) => {
          const { name, label, tells } = flag
          // A part of the license is listed separately, because no one subscribes to the license itself.
          const area = firm.flags.find((one) => name.startsWith(`${one.name}.`))
          const isPart = area !== undefined
          return (
            <Switch
              key={name}
              className={isPart ? s.part : `mt8 semi ${s.area}`}
              label={label}
              description={tells}
              checked={firm.subscriptions[name] ?? false}
              disabled={isOffline || (isPart && !firm.subscriptions[area.name])}
              aria-disabled={isBusy || undefined}
              onChange={(event) => turn(flag, event.currentTarget.checked)}
            />
          )
        })}
      </div>
    </section>
  )
}

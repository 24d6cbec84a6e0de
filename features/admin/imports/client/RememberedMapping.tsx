import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type ImportDetail, type MappingMemory, routes } from '../contract.ts'
import s from './Import.module.css'

type Props = { detail: ImportDetail; remembered: MappingMemory; isOffline: boolean; onForgotten: () => Promise<void> }

/** Shows whose mapping a file starts with, and deletes it permanently on request. */
export function RememberedMapping({ detail, remembered, isOffline, onForgotten }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const { isBusy, problem, run } = useMutation()
  const { file_name, by, saved_at } = remembered
  const forget = () =>
    run(async () => {
      await call(routes.forget, { params: { id: detail.id } })
      await onForgotten()
      return `Mapping from ${file_name} deleted.`
    })
  return (
    <div className={`row wrap ${s.remembered}`}>
      <Icon name="history" />
      <p>
        Mapped the way {by || 'someone'} mapped {file_name} on {formatDay(dayIn(zone, saved_at))}.
      </p>
      <Button variant="default" size="xs" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={forget}>
        Delete this mapping
      </Button>
      <Problem>{problem}</Problem>
    </div>
  )
}

import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { number } from '../../client/labels.ts'
import { usePolling } from '../../client/useLookAgain.ts'
import { type ImportDetail, routes } from '../contract.ts'
import s from './Import.module.css'
import { StepHeading } from './StepHeading.tsx'

type Props = { detail: ImportDetail; isOffline: boolean; reload: () => Promise<void> }

/** Shows the progress of an import. It runs on the server, so leaving this page doesn't stop it. */
export function ImportRun({ detail, isOffline, reload }: Props) {
  const { isBusy, problem, run } = useMutation()
  usePolling(true, reload)
  const cancel = () =>
    run(async () => {
      await call(routes.cancel, { params: { id: detail.id } })
      await reload()
      return undefined
    })
  const isUndoing = detail.state === 'undoing'
  const done = detail.imported + detail.matched + detail.refused
  return (
    <section className={`stack gap24 ${s.flow}`} aria-label={`Import of ${detail.file_name}`}>
      <StepHeading>
        {isUndoing ? `Undoing the import of ${detail.file_name}` : `Importing ${detail.file_name}`}
      </StepHeading>
      <Problem>{problem}</Problem>
      <div className={`card stack top gap12 ${s.panel}`}>
        <Progress
          className="fill"
          value={isUndoing ? 100 : detail.total === 0 ? 0 : (done / detail.total) * 100}
          animated={isUndoing}
          aria-label="Rows processed"
          size={12}
        />
        <p className="flex between gap16 fill semi">
          <span className="num">
            {isUndoing ? 'Removing imported items…' : `${number(done)} of ${number(detail.total)} rows`}
          </span>
          {detail.refused > 0 && !isUndoing && <span className="num dim">{number(detail.refused)} rejected</span>}
        </p>
        <p className={`pretty dim ${s.lead}`}>
          You can leave this page. The import continues, even if the server restarts.
        </p>
        {!isUndoing && (
          <Button variant="default" onClick={cancel} disabled={isOffline || isBusy}>
            Cancel the import
          </Button>
        )}
      </div>
    </section>
  )
}

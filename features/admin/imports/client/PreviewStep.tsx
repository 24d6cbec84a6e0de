import { Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { counted } from '../../client/labels.ts'
import { type Ignored, type ImportDetail, type ImportKind, routes } from '../contract.ts'
import type { Mapping } from '../mappingContract.ts'
import { previewReading } from '../queries.ts'
import { Figures } from './Figures.tsx'
import s from './Import.module.css'
import { LeftOut } from './LeftOut.tsx'
import { Notices } from './Notices.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { Reasons } from './Reasons.tsx'
import { StepHeading } from './StepHeading.tsx'

const nouns: Record<ImportKind, [one: string, many: string]> = {
  targets: ['Target', 'Targets'],
  people: ['person', 'people'],
  contacts: ['contact', 'contacts'],
}

type Props = {
  detail: ImportDetail
  mapping: Mapping
  ignored: Ignored[]
  isOffline: boolean
  onBack: () => void
  onStarted: () => Promise<void>
}

export function PreviewStep({ detail, mapping, ignored, isOffline, onBack, onStarted }: Props) {
  const params = { id: detail.id }
  const asked = useQuery(previewReading, { id: detail.id, mapping })
  const { value: answer, problem } = asked
  const { isBusy, problem: refusal, run } = useMutation()
  const start = () =>
    run(async () => {
      await call(routes.run, { params, body: { mapping } })
      await onStarted()
      return undefined
    })
  const count = answer ? answer.counts.imported + (detail.kind === 'people' ? answer.counts.matched : 0) : 0
  return (
    <>
      <StepHeading>Review the import</StepHeading>
      <AnswerState of={asked} problem={refusal} />
      {!answer && !problem && (
        <p className={`pretty dim ${s.lead}`} role="status">
          Reading {counted(detail.total, 'row')}…
        </p>
      )}
      {answer && (
        <>
          <Figures
            figures={[
              { label: 'Will be imported', count: answer.counts.imported, tone: 'good' },
              ...(answer.counts.matched > 0 ? [{ label: 'Already here', count: answer.counts.matched }] : []),
              {
                label: 'Rejected',
                count: answer.counts.refused,
                tone: answer.counts.refused > 0 ? ('bad' as const) : undefined,
              },
            ]}
            parts={answer.parts}
          />
          <Notices
            notices={[
              ...answer.made,
              ...answer.notices.map(({ notice, count }) => `${counted(count, 'row')}: ${notice}`),
            ]}
          />
          <Reasons title="Why rows are rejected" reasons={answer.reasons} of={answer.counts.refused} />
          <LeftOut ignored={ignored} blank={detail.blank} />
          <PreviewTable results={answer.results} total={detail.total} />
        </>
      )}
      <p className={`pretty dim ${s.lead}`}>We’ll remember this mapping for files with the same headings.</p>
      <div className={`flex wrap between gap12 ${s.foot}`}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button onClick={start} disabled={count === 0 || isOffline || isBusy}>
          {count === 0 ? 'Nothing to import' : `Import ${counted(count, ...nouns[detail.kind])}`}
        </Button>
      </div>
    </>
  )
}

import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { importStateLabels } from '../../client/labels.ts'
import { useOpenImport } from '../../client/place.ts'
import { type ImportDetail, routes } from '../contract.ts'
import { downloadRefused } from './downloadRefused.ts'
import { Figures } from './Figures.tsx'
import s from './Import.module.css'
import { InviteImported } from './InviteImported.tsx'
import { LeftOut } from './LeftOut.tsx'
import { Notices } from './Notices.tsx'
import { Reasons } from './Reasons.tsx'
import { StepHeading } from './StepHeading.tsx'
import { UndoImport } from './UndoImport.tsx'

type Props = { detail: ImportDetail; isOffline: boolean; reload: () => Promise<void> }

export function ImportReport({ detail, isOffline, reload }: Props) {
  const open = useOpenImport()
  const [file, undo] = [useMutation(), useMutation()]
  const isUndone = detail.state === 'undone'
  const rest = detail.total - detail.imported - detail.matched - detail.refused
  return (
    <section className={`stack gap24 ${s.flow}`} aria-label={`Import of ${detail.file_name}`}>
      <div>
        <StepHeading>
          {importStateLabels[detail.state]}: {detail.file_name}
        </StepHeading>
        <p className={`mt4 pretty dim ${s.lead}`}>{textOf(detail)}</p>
      </div>
      <Problem>{undo.problem ?? file.problem ?? detail.problem}</Problem>
      <Figures
        figures={[
          {
            label: isUndone ? 'Had been imported' : 'Imported',
            count: detail.imported,
            tone: isUndone ? undefined : ('good' as const),
          },
          ...(detail.matched > 0 ? [{ label: 'Already here', count: detail.matched }] : []),
          { label: 'Rejected', count: detail.refused, tone: detail.refused > 0 ? ('bad' as const) : undefined },
          ...(rest > 0 ? [{ label: 'Not processed', count: rest }] : []),
          ...(isUndone ? [{ label: 'Kept after undo', count: detail.kept }] : []),
        ]}
        parts={detail.parts}
      />
      {detail.kind === 'people' && !isUndone && <InviteImported importId={detail.id} isOffline={isOffline} />}
      <Reasons
        title={isUndone ? 'Why rows were rejected or kept' : 'Why rows were rejected'}
        reasons={detail.reasons}
        of={detail.refused + detail.kept}
      />
      <LeftOut ignored={detail.ignored} blank={detail.blank} />
      <Notices notices={detail.notices} />
      <div className="flex wrap gap8">
        {detail.refused + detail.kept > 0 && (
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            disabled={isOffline}
            onClick={() => file.run(() => downloadRefused(detail).then(() => undefined))}
          >
            {isUndone && detail.kept > 0 ? 'Download rejected and kept rows' : 'Download rejected rows'}
          </Button>
        )}
        {!isUndone && (
          <UndoImport
            detail={detail}
            isOffline={isOffline}
            isBusy={undo.isBusy}
            onUndo={() =>
              undo.run(async () => {
                await call(routes.undo, { params: { id: detail.id } })
                await reload()
                return undefined
              })
            }
          />
        )}
        <Button variant="default" onClick={() => open(null)}>
          Import another file
        </Button>
      </div>
    </section>
  )
}

const results: Record<ImportDetail['kind'], { what: string; done: string }> = {
  targets: { what: 'Targets', done: 'The Targets are now in your firm, each with an owner.' },
  people: { what: 'people and groups', done: 'The people and groups are in the firm now.' },
  contacts: { what: 'contacts', done: 'The contacts are now in your firm. Each is listed for its owner.' },
}

function textOf({ state, imported, kind }: ImportDetail): string {
  if (state === 'undone') return 'Imported items were removed, except those someone has since worked on.'
  if (state === 'cancelled') return `The ${results[kind].what} imported before you canceled are in your firm.`
  return imported > 0 ? results[kind].done : 'Nothing was imported.'
}

import { Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { useOpenImport } from '../../client/place.ts'
import type { ImportDetail } from '../contract.ts'
import { importQuery } from '../queries.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportReport } from './ImportReport.tsx'
import { ImportRun } from './ImportRun.tsx'
import { MapFile } from './MapFile.tsx'

type Props = { id: string | null; isOffline: boolean }

/** Leads from choosing a file to the report, one step at a time. The URL identifies an open import. */
export function ImportFlow({ id, isOffline }: Props) {
  const open = useOpenImport()
  if (id === null) return <ChooseFile isOffline={isOffline} onUploaded={open} />
  return <OpenImport key={id} id={id} isOffline={isOffline} />
}

function OpenImport({ id, isOffline }: { id: string; isOffline: boolean }) {
  const open = useOpenImport()
  const asked = useQuery(importQuery, id)
  const { value: answer, refresh: reload, take } = asked
  if (!answer)
    return (
      <>
        <AnswerState isAwaited of={asked} />
        {asked.problem && (
          <Button variant="default" onClick={() => open(null)}>
            Choose another file
          </Button>
        )}
      </>
    )
  const shared = { detail: answer, isOffline, reload, take }
  return (
    <>
      <AnswerState of={asked} />
      <Stage {...shared} />
    </>
  )
}

type StageProps = {
  detail: ImportDetail
  isOffline: boolean
  reload: () => Promise<void>
  take: (detail: ImportDetail) => void
}

function Stage({ detail, isOffline, reload, take }: StageProps) {
  if (detail.state === 'uploaded')
    return (
      <MapFile
        // Starts over after the remembered mapping is deleted.
        key={detail.remembered?.saved_at ?? 'new'}
        detail={detail}
        isOffline={isOffline}
        onStarted={reload}
        onKept={take}
        onForgotten={reload}
      />
    )
  if (detail.state === 'running' || detail.state === 'undoing')
    return <ImportRun detail={detail} isOffline={isOffline} reload={reload} />
  return <ImportReport detail={detail} isOffline={isOffline} reload={reload} />
}

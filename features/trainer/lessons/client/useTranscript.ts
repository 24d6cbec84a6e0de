import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useIsOn } from '#core/client/session.ts'
import { useRow } from '#core/client/sync.tsx'
import { type Cue, readCaptions } from '#core/contract/captions.ts'
import { firmCaptionsQuery } from '../../firmContent/queries.ts'
import { transcriptsFlag } from '../../flagsContract.ts'
import { lessonCaptions, transcripts } from '../contract.ts'

/** `text`: to be read as a whole; null where the firm may not read it, or there is none. */
type Transcript = { cues: readonly Cue[]; text: string | null }

/** What is said in a lesson. Captions are shown in any case; the transcript can be read where the firm has transcripts. */
export function useTranscript(id: string, isOfFirm: boolean): Transcript {
  const mayRead = useIsOn(transcriptsFlag)
  const spoken = useRow(transcripts, id)
  const ofLesson = useRow(lessonCaptions, id)
  const { value } = useQuery(firmCaptionsQuery, isOfFirm ? id : null)
  const captions = (isOfFirm ? value?.captions : ofLesson?.captions) ?? ''
  const cues = useMemo(() => (captions === '' ? [] : readCaptions(captions)), [captions])
  const ofFirm = mayRead && cues.length > 0 ? cues.map(({ text }) => text).join('\n') : null
  return { cues, text: isOfFirm ? ofFirm : (spoken?.text ?? null) }
}

import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useIsOn } from '#core/client/session.ts'
import { useRow } from '#core/client/sync.tsx'
import { type Cue, readCaptions } from '#core/contract/captions.ts'
import { firmCaptionsQuery } from '../../firmContent/queries.ts'
import { transcriptsFlag } from '../../flagsContract.ts'
import { lessonCaptions, transcripts } from '../contract.ts'

/** `text` is the transcript for reading; null if the firm has no transcripts or the lesson has none. */
type Transcript = { cues: readonly Cue[]; text: string | null }

/** Loads a lesson's captions, which everyone gets, and its transcript, which needs the firm's transcripts feature. */
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

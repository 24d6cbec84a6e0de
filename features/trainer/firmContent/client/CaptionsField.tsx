import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#core/contract/errors.ts'
import { CaptionNotes } from './CaptionNotes.tsx'
import s from './FirmContent.module.css'

type Props = {
  /** The video has some already. */
  hasCaptions: boolean
  /** How long the video is, where that is known. */
  seconds: number | undefined
  /** Chosen and not saved yet; '' takes them away; undefined leaves them. */
  captions: string | undefined
  onChange: (captions: string | undefined) => void
}

/** Captions from a .vtt or .srt file: what can't be read says so at once. */
export function CaptionsField({ hasCaptions, seconds, captions, onChange }: Props) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  const choose = async (file: File | null) => {
    if (!file) return
    try {
      const { readCaptionBytes } = await import('#core/client/captionBytes.ts')
      const read = readCaptionBytes(new Uint8Array(await file.arrayBuffer()), seconds)
      setProblem(null)
      setNotes(read.notes)
      setName(file.name)
      onChange(read.text)
    } catch (thrown) {
      setNotes([])
      setProblem(messageOf(thrown))
    }
  }
  const said =
    captions === undefined
      ? hasCaptions
        ? 'This video has captions.'
        : 'No captions yet.'
      : captions === ''
        ? 'Captions will be removed when you save.'
        : name || 'The captions you chose earlier.'
  return (
    <fieldset className={s.group}>
      <legend className={s.label}>Captions</legend>
      <div className={s.captions}>
        <span className="dim">{said}</span>
        <span className={s.acts}>
          <FileButton accept=".vtt,.srt,text/vtt" onChange={choose}>
            {(props) => (
              <Button variant="default" {...props}>
                {hasCaptions || captions ? 'Replace captions' : 'Add captions'}
              </Button>
            )}
          </FileButton>
          {captions === undefined && hasCaptions && (
            <Button variant="subtle" onClick={() => onChange('')}>
              Remove captions
            </Button>
          )}
          {captions !== undefined && (
            <Button variant="subtle" onClick={() => onChange(undefined)}>
              Keep current captions
            </Button>
          )}
        </span>
      </div>
      {captions && <CaptionNotes notes={notes} />}
      <div role="alert">{problem && <p className={s.problem}>{problem}</p>}</div>
      <p className="cap">A .vtt or .srt file.</p>
    </fieldset>
  )
}

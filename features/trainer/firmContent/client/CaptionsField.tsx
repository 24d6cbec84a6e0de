import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#core/contract/errors.ts'
import { CaptionNotes } from './CaptionNotes.tsx'
import s from './FirmContent.module.css'

type Props = {
  /** Whether the video has captions already. */
  hasCaptions: boolean
  /** Duration of the video in seconds, if known. */
  seconds: number | undefined
  /** Unsaved captions; '' removes the existing ones, undefined keeps them. */
  captions: string | undefined
  onChange: (captions: string | undefined) => void
}

/** Selects captions from a .vtt or .srt file. An unreadable file is reported right away. */
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
    <fieldset>
      <legend className={`medium ${s.label}`}>Captions</legend>
      <div className={`row wrap between ${s.captions}`}>
        <span className="dim">{said}</span>
        <span className="flex wrap gap8 rigid">
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
      <div role="alert">{problem && <p className="mt4 semi bad">{problem}</p>}</div>
      <p className={`cap ${s.hint}`}>A .vtt or .srt file.</p>
    </fieldset>
  )
}

import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { readCaptions } from '#core/contract/captions.ts'
import { messageOf } from '#core/contract/errors.ts'
import s from './FirmContent.module.css'

type Props = {
  /** The video has some already. */
  hasCaptions: boolean
  /** Chosen and not saved yet; '' takes them away; undefined leaves them. */
  captions: string | undefined
  onChange: (captions: string | undefined) => void
}

/** Captions from a .vtt or .srt file: what can't be read says so at once. */
export function CaptionsField({ hasCaptions, captions, onChange }: Props) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    try {
      const text = await file.text()
      readCaptions(text)
      setProblem(null)
      setName(file.name)
      onChange(text)
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
  }
  const said =
    captions === undefined
      ? hasCaptions
        ? 'This video has captions.'
        : 'No captions yet.'
      : captions === ''
        ? 'Saving takes the captions away.'
        : name || 'The captions that you chose before.'
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
              Keep as they were
            </Button>
          )}
        </span>
      </div>
      <div role="alert">{problem && <p className={s.problem}>{problem}</p>}</div>
      <p className="cap">A .vtt or .srt file.</p>
    </fieldset>
  )
}

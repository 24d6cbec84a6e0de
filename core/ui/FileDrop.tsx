import '@mantine/dropzone/styles.layer.css'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import s from './FileDrop.module.css'

type Props = {
  /** 'Drop a CSV file here'. */
  title: string
  /** What is taken, and how much of it. */
  limits: string
  /** What the field is called to a screen reader. */
  label: string
  /** Why what was given is not taken; null where nothing is wrong. Without it, the page says so itself. */
  error?: string | null
  icon?: ReactNode
  isMany?: boolean
  /** What the button says. */
  verb?: string
  /** Which files the device offers: types and endings. Whoever drops another is told by what reads it. */
  accept?: string
  /** Lower, where it stands beside something. */
  isSmall?: boolean
  isDisabled: boolean
  onFiles: (files: File[]) => void
  onRefused: (why: string) => void
}

/** A place to drop files on; the button in it does the same from the keyboard. It sends nothing: show an `UploadLine` while that is done. */
export function FileDrop(props: Props) {
  const { title, limits, label, error, icon, isMany = false, accept, isSmall, isDisabled, onFiles, onRefused } = props
  const { verb = isMany ? 'Choose files' : 'Choose a file' } = props
  const open = useRef<() => void>(null)
  return (
    <div>
      <Dropzone
        className={s.drop}
        openRef={open}
        activateOnClick={false}
        activateOnKeyboard={false}
        multiple={isMany}
        disabled={isDisabled}
        data-wrong={error ? true : undefined}
        onDrop={(files) => files.length > 0 && onFiles(files)}
        onReject={() => onRefused('Choose one file at a time.')}
        inputProps={{ 'aria-label': label, tabIndex: -1, accept }}
        tabIndex={-1}
      >
        <div className={s.inside} data-small={isSmall || undefined}>
          {!isSmall && (icon ?? <IconUpload size={32} stroke={1.5} aria-hidden />)}
          <p>
            {title}
            <span className="cap">{limits}</span>
          </p>
          <Button
            className={s.button}
            variant={isSmall ? 'default' : undefined}
            disabled={isDisabled}
            onClick={() => open.current?.()}
          >
            {verb}
          </Button>
        </div>
      </Dropzone>
      {error !== undefined && <div role="alert">{error && <p className={s.error}>{error}</p>}</div>}
    </div>
  )
}

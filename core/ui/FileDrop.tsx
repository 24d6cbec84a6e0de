import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/dropzone/styles.layer.css'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { type ReactNode, useRef } from 'react'
import s from './FileDrop.module.css'

type Props = {
  title: string
  /** Accepted types and maximum size. */
  limits: string
  label: string
  /** Leave it undefined when the page shows errors itself. */
  error?: string | null
  icon?: ReactNode
  isMany?: boolean
  verb?: string
  /** The file picker offers these. Other dropped files are rejected by their reader. */
  accept?: string
  /** Less height, for use next to other content. */
  isSmall?: boolean
  isDisabled: boolean
  onFiles: (files: File[]) => void
  onRefused: (why: string) => void
}

/** The button serves the keyboard. It doesn't upload: show an `UploadLine` for that. */
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
        <div className={`row gap16 center ${s.inside}`} data-small={isSmall || undefined}>
          {!isSmall && (icon ?? <Icon name="upload" size={32} stroke={1.5} />)}
          <p>
            {title}
            <span className="cap">{limits}</span>
          </p>
          <Button
            className={`touch ${s.button}`}
            variant={isSmall ? 'default' : undefined}
            disabled={isDisabled}
            onClick={() => open.current?.()}
          >
            {verb}
          </Button>
        </div>
      </Dropzone>
      {error !== undefined && <div role="alert">{error && <p className="small mt4 error">{error}</p>}</div>}
    </div>
  )
}

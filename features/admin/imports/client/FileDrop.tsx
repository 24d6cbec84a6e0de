import '@mantine/dropzone/styles.layer.css'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef } from 'react'
import s from './Import.module.css'

type Props = { isDisabled: boolean; onFile: (file: File) => void; onRefused: (why: string) => void }

/** A place to drop one file on; the button in it does the same from the keyboard. */
export function FileDrop({ isDisabled, onFile, onRefused }: Props) {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      className={s.drop}
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      multiple={false}
      disabled={isDisabled}
      onDrop={([file]) => file && onFile(file)}
      onReject={() => onRefused('Please choose one file at a time.')}
      inputProps={{ 'aria-label': 'CSV file', tabIndex: -1 }}
      tabIndex={-1}
    >
      <div className={s.dropInside}>
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <p>
          Drop a CSV file here
          <span className="cap">At most 50 MB, 200,000 rows and 100 columns</span>
        </p>
        <Button className={s.dropButton} disabled={isDisabled} onClick={() => open.current?.()}>
          Choose a file
        </Button>
      </div>
    </Dropzone>
  )
}

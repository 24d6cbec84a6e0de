import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useSession } from '#core/client/session.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { Refusal } from '#core/contract/errors.ts'
import type { ContactFilling } from './contactFiles.ts'
import s from './OneLine.module.css'

type Props = {
  children: ReactNode
  /** `isOther` replaces an earlier choice from the same file. */
  onFill: (filling: ContactFilling, isOther: boolean) => void
  /** Reverts the fields that the last file filled in. */
  onUndo: () => void
}

/** Makes the form a drop target for a contact or calendar file, with a button to choose one. */
export function FileFill({ children, onFill, onUndo }: Props) {
  const zone = useZone()
  const today = useToday()
  const ownEmail = useSession()?.user.email ?? ''
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [found, setFound] = useState<{ name: string; fillings: readonly ContactFilling[] } | null>(null)

  const read = async (files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (!file) return
    setProblem(null)
    setFound(null)
    if (files!.length > 1) return setProblem('Choose one file at a time. Nothing was filled in.')
    try {
      const { MAX_FILE_BYTES, readContactFile } = await import('./contactFiles.ts')
      // Reads only enough to tell that a file is too large.
      const bytes = new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer())
      const fillings = readContactFile(bytes, { zone, today, ownEmail })
      setFound({ name: file.name, fillings })
      onFill(fillings[0]!, false)
    } catch (thrown) {
      setProblem(thrown instanceof Refusal ? thrown.message : 'We couldn’t read this file. Nothing was filled in.')
    }
  }
  const isFile = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same from the keyboard
    <div
      className={s.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!isFile(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isFile(event)) return
        event.preventDefault()
        setOver(false)
        void read(event.dataTransfer.files)
      }}
    >
      {children}
      <div className={`cap row wrap ${s.file}`}>
        <span className="wide">
          <span>Drop a contact (.vcf) or calendar file (.ics) here, or</span>
        </span>
        <button type="button" onClick={() => input.current?.click()}>
          <span className="wide">choose one</span>
          <span className="narrow">Fill in from a contact or calendar file</span>
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Contact or calendar file"
          accept=".vcf,.vcard,.ics,text/vcard,text/calendar"
          onChange={(event) => {
            void read(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        {found && (
          <span role="status">
            Filled in from {found.name}
            {found.fillings.length === 1 ? '.' : ', which contains several:'}
          </span>
        )}
        {found && found.fillings.length > 1 && (
          <select
            aria-label={`Which one of ${found.name}`}
            onChange={(event) => onFill(found.fillings[Number(event.currentTarget.value)]!, true)}
          >
            {found.fillings.map(({ label }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of the file is what tells them apart
              <option key={index} value={index}>
                {label}
              </option>
            ))}
          </select>
        )}
        {found && (
          <button
            type="button"
            onClick={() => {
              setFound(null)
              onUndo()
            }}
          >
            Undo
          </button>
        )}
        {problem && (
          <p className={`error ${s.problem}`} role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

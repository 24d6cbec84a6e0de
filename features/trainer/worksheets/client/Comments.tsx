import '@mantine/core/styles/Input.layer.css'
import { Button, Checkbox, NativeSelect, Textarea, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useEffect, useRef, useState } from 'react'
import { fullNameOf } from '#core/contract/names.ts'
import { relativeTime } from '#core/contract/times.ts'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { cellsOf, cellVersion } from '../cells.ts'
import { type Comment, limits, type WorksheetRow } from '../contract.ts'
import t from './WorksheetTab.module.css'

type Props = {
  sheet: WorksheetRow
  comments: readonly Comment[]
  /** Cell whose comments were opened. */
  asked: string | null
  empty: string
  /** Button label and handler for people who can comment. The handler resolves to whether the comment was sent. */
  say:
    | { verb: string; send: (text: string, name: string, isReturn: boolean) => Promise<boolean>; canReturn?: true }
    | undefined
}

/** Lists comments on answers, oldest first. */
export function Comments({ sheet, comments, asked, empty, say }: Props) {
  const [about, setAbout] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (asked === null) return
    const first = list.current?.querySelector<HTMLElement>(`[data-cell="${asked}"]`)
    first?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
    first?.focus({ preventScroll: true })
  }, [asked])
  const isOpen = say && (say.canReturn || about !== null)
  return (
    <section>
      <h2 className={`cap mb8 medium ${t.heading}`}>Comments</h2>
      {comments.length === 0 && !say && <p className="dim">{empty}</p>}
      <ul className="stack gap16" ref={list}>
        {comments.map((comment) => (
          <li key={comment.id} className="flex gap12 shrink" data-cell={comment.name} tabIndex={-1}>
            <InitialsAvatar initials={initialsOf(comment.by)} tone="accent" />
            <div className="shrink">
              <p>
                <b>{fullNameOf(comment.by)}</b> <span className="cap">{placeOf(sheet, comment)}</span>
              </p>
              <p className={`break ${t.said}`}>{comment.text}</p>
              <p className="cap">
                {relativeTime(comment.at, new Date())}
                {comment.is_return && ', returned'}{' '}
                {say && (
                  <UnstyledButton className={`small medium link ${t.reply}`} onClick={() => setAbout(comment.name)}>
                    Reply
                  </UnstyledButton>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isOpen && (
        <Composer
          key={about ?? ''}
          sheet={sheet}
          about={about ?? asked ?? ''}
          say={say}
          onDone={() => setAbout(null)}
        />
      )}
    </section>
  )
}

type ComposerProps = { sheet: WorksheetRow; about: string; say: NonNullable<Props['say']>; onDone: () => void }

function Composer({ sheet, about, say, onDone }: ComposerProps) {
  const [text, setText] = useState('')
  const [name, setName] = useState(about)
  const [isReturn, setReturn] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => setName(about), [about])
  const cells = [
    { value: '', label: 'The whole worksheet' },
    ...cellsOf(sheet).map((cell) => ({ value: cell.name, label: `${cell.parameter.text}: ${cell.question.text}` })),
  ]
  const send = async () => {
    setBusy(true)
    const isSent = await say.send(text.trim(), name, isReturn)
    setBusy(false)
    if (!isSent) return
    setText('')
    setReturn(false)
    onDone()
  }
  return (
    <form
      className="stack gap8 mt12"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void send()
      }}
    >
      <NativeSelect
        aria-label="Comment on"
        data={cells}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        aria-label="Your comment"
        placeholder="Write a comment"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.comment}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={`row wrap ${t.sendRow}`}>
        {say.canReturn && (
          <Checkbox
            label="Return the worksheet"
            checked={isReturn}
            onChange={(event) => setReturn(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" variant="default" ml="auto" disabled={isBusy || text.trim() === ''}>
          {isReturn ? 'Comment and return' : say.verb}
        </Button>
      </div>
    </form>
  )
}

/** Formats a position such as 'on Client 1, question 2'. */
function placeOf(sheet: WorksheetRow, { name, version }: Comment): string {
  const of = cellVersion(sheet, version)
  const cell = of && cellsOf(of).find((one) => one.name === name)
  if (!cell) return version === sheet.version ? '' : 'on an earlier version'
  const number = of.questions.findIndex(({ key }) => key === cell.question.key) + 1
  return `on ${cell.parameter.text}, question ${number}`
}

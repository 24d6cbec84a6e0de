import { UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import type { WorksheetHead } from '../contract.ts'
import { limits } from '../contract.ts'
import s from './Sheet.module.css'
import type { SheetFilling } from './useFilling.ts'

type Props = {
  name: string
  parameter: WorksheetHead
  question: WorksheetHead
  /** Counts from 1. */
  number: number
  filling: SheetFilling
  isClosed: boolean
  comments: number
  onComments: (name: string) => void
}

/** Edits a cell. It is saved on blur, and Escape discards the input. */
export function SheetCell({ name, parameter, question, number, filling, isClosed, comments, onComments }: Props) {
  const state = filling.stateOf(name)
  const noteId = `note-${name}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: on a phone the same cells are a list, which a table can't become
    <div
      role="cell"
      className={`stack shrink relative ${s.cell}`}
      data-state={state}
      data-comment={comments > 0 || undefined}
    >
      <label className="block grow">
        <span className={s.question}>
          {number}. {question.text}
        </span>
        <textarea
          id={`cell-${name}`}
          aria-label={`${parameter.text}: ${question.text}`}
          aria-describedby={noteId}
          aria-invalid={state === 'failed' || undefined}
          placeholder={isClosed ? undefined : 'Write here'}
          readOnly={isClosed}
          maxLength={limits.cell}
          rows={4}
          value={filling.valueOf(name)}
          onChange={(event) => filling.type(name, event.currentTarget.value)}
          onBlur={() => filling.leave(name)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') filling.takeBack(name)
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) filling.leave(name)
          }}
        />
      </label>
      <div className={`stack small top gap4 medium ${s.notes}`} id={noteId}>
        {comments > 0 && (
          <UnstyledButton
            className={`inline small gap4 medium accent hoverLine ${s.commented}`}
            onClick={() => onComments(name)}
          >
            <Icon name="message" size={14} stroke={2} />
            {comments} {comments === 1 ? 'comment' : 'comments'}
          </UnstyledButton>
        )}
        {state === 'typed' && <span className="break dim">Not saved yet</span>}
        <Elsewhere there={filling.elsewhereOf(name)} onUse={() => filling.takeBack(name)} />
        {state === 'failed' && (
          <span className={`bad regular`} role="alert">
            There was an error saving these changes.{' '}
            {filling.problemOf(name) && <span className="hide">{filling.problemOf(name)}</span>}
            <UnstyledButton className={`small strong bad ${s.again}`} onClick={() => filling.tryAgain(name)}>
              Try again
            </UnstyledButton>
          </span>
        )}
      </div>
    </div>
  )
}

/** Shows that the person wrote something else on another device, and what. */
function Elsewhere({ there, onUse }: { there: ReturnType<SheetFilling['elsewhereOf']>; onUse: () => void }) {
  if (!there) return null
  return (
    <span className="break dim" role="status">
      {there.kind === 'changed' && 'You changed this on another device.'}
      {there.kind === 'over' && 'What you wrote on your other device is in Earlier answers.'}
      {there.kind === 'meanwhile' && (
        <>
          On your other device you wrote: {there.value === '' ? 'nothing' : `“${there.value}”`}.{' '}
          <UnstyledButton
            className={`small medium link ${s.use}`}
            // Keeps the focus in the cell, because leaving it would save the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onUse}
          >
            Use that
          </UnstyledButton>
        </>
      )}
    </span>
  )
}

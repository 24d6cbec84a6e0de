import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type Ref, useRef } from 'react'
import { toast } from '#core/client/toasts.ts'
import drop from '#core/ui/drag/dropLine.module.css'
import { holdHandle, MoveHandle } from '#core/ui/drag/MoveHandle.tsx'
import { placeId, useDragInList } from '#core/ui/drag/useDragInList.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { limits } from '../../worksheets/contract.ts'
import s from './Curriculum.module.css'

/** A new column or row has no key, and so no answers. */
export type Head = { key?: string | undefined; text: string }

type Props = {
  legend: string
  word: 'question' | 'parameter'
  heads: readonly Head[]
  most: number
  error: string | undefined
  onChange: (heads: Head[]) => void
}

/** Edits the columns or rows of a worksheet: text, order by drag or keyboard, adding, and removing. */
export function HeadList({ legend, word, heads, most, error, onChange }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const latest = useRef(heads)
  latest.current = heads
  const move = (from: number, to: number) => {
    const one = heads[from]
    if (!one || to < 0 || to >= heads.length) return
    onChange(heads.toSpliced(from, 1).toSpliced(to, 0, one))
    holdHandle(placeId(word, to))
  }
  const focus = (at: number) => [...(fields.current?.querySelectorAll('input') ?? [])].at(at)?.focus()
  const add = () => {
    onChange([...heads, { text: '' }])
    requestAnimationFrame(() => focus(-1))
  }
  const takeOut = (at: number) => {
    const one = heads[at]!
    onChange(heads.toSpliced(at, 1))
    const undo = () => onChange(latest.current.toSpliced(at, 0, one))
    if (one.text) toast({ message: `Removed “${one.text}.”`, about: 'worksheet-head', undo })
  }
  return (
    <fieldset className={`stack gap8 ${s.heads}`} ref={fields}>
      <legend className="mb8 semi">{legend}</legend>
      {heads.map((head, at) => (
        <HeadLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a head is its place in the list until it is saved
          key={at}
          word={word}
          at={at}
          head={head}
          isOnly={heads.length === 1}
          onText={(text) => onChange(heads.with(at, { ...head, text }) as Head[])}
          onMove={move}
          onEnter={() => (at + 1 < heads.length ? focus(at + 1) : heads.length < most && add())}
          onRemove={() => takeOut(at)}
        />
      ))}
      {error && <p role="alert">{error}</p>}
      {heads.length < most && (
        <div>
          <Button variant="subtle" leftSection={<Icon name="plus" stroke={1.75} />} onClick={add}>
            Add a {word}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type LineProps = {
  word: 'question' | 'parameter'
  at: number
  head: Head
  isOnly: boolean
  onText: (text: string) => void
  onMove: (from: number, to: number) => void
  /** Moves to the next one. */
  onEnter: () => void
  onRemove: () => void
}

function HeadLine({ word, at, head, isOnly, onText, onMove, onEnter, onRemove }: LineProps) {
  const name = `${word} ${at + 1}`
  const { id, row, handle, edge } = useDragInList(word, at, onMove)
  return (
    <div
      className={`flex top gap4 relative ${drop.row}`}
      ref={row as Ref<HTMLDivElement>}
      data-edge={edge ?? undefined}
    >
      <MoveHandle ref={handle} id={id} name={name} isDisabled={false} onStep={(by) => onMove(at, at + by)} />
      <TextInput
        className="grow"
        aria-label={name.charAt(0).toUpperCase() + name.slice(1)}
        name={`${word}s.${at}.text`}
        maxLength={limits.head}
        value={head.text}
        onChange={(event) => onText(event.currentTarget.value)}
        // Enter would submit an unfinished worksheet. Ctrl+Enter saves it.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove ${name}`}
        disabled={isOnly}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </ActionIcon>
    </div>
  )
}

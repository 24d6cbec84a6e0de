import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Cue } from '#core/contract/captions.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { type Playing, useCueAt } from './playing.ts'
import { durationParts } from './saying.ts'
import s from './Transcript.module.css'
import { TranscriptLine } from './TranscriptLine.tsx'

type Props = {
  cues: readonly Cue[]
  playing: Playing
  /** Shown next to the search. */
  aside?: ReactNode
}

/** The transcript follows the video and can be searched. A click on a line seeks to it. */
export function Transcript({ cues, playing, aside }: Props) {
  const [query, setQuery] = useState('')
  const found = useMemo(
    () => cues.flatMap((cue, n) => (durationParts(cue.text, query).length > 1 ? [n] : [])),
    [cues, query],
  )
  const [shown, setShown] = useState(0)
  const spoken = useCueAt(playing, cues)
  const list = useRef<HTMLOListElement>(null)
  const target = query.trim() === '' ? spoken : (found[shown % Math.max(1, found.length)] ?? -1)

  const before = useRef(-1)
  useEffect(() => {
    const lines = list.current?.children
    const last = before.current
    before.current = target
    // Doesn't scroll when the person has moved elsewhere, by scrolling or keyboard.
    const isAway = isOut(lines?.[last]) || list.current?.contains(document.activeElement)
    if (query.trim() === '' && isAway) return
    lines?.[target]?.scrollIntoView({ block: 'nearest' })
  }, [target, query])

  const go = (by: number) => setShown((now) => (found.length === 0 ? 0 : (now + by + found.length) % found.length))
  const count = query.trim() === '' ? null : found.length === 0 ? '0' : `${(shown % found.length) + 1}/${found.length}`
  return (
    <div>
      <div className="row gap8 mb16">
        <TextInput
          className={`shrink ${s.search}`}
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          leftSection={<Icon name="search" size={16} stroke={2} />}
          rightSection={count && <span className="cap num">{count}</span>}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setShown(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
            if (event.key === 'Escape' && query !== '') {
              event.stopPropagation()
              setQuery('')
            }
          }}
        />
        {found.length > 1 && (
          <>
            <ActionIcon variant="subtle" color="gray" aria-label="Previous" onClick={() => go(-1)}>
              <Icon name="chevron-up" stroke={2} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label="Next" onClick={() => go(1)}>
              <Icon name="chevron-down" stroke={2} />
            </ActionIcon>
          </>
        )}
        <span className={`onlyWide ${s.grow}`} />
        {aside}
      </div>
      <p className="hide" role="status">
        {count === null ? '' : found.length === 0 ? 'No matches.' : `${found.length} found`}
      </p>
      <ol className={s.said} ref={list}>
        {cues.map((cue, n) => (
          <TranscriptLine
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and stay where they are
            key={n}
            cue={cue}
            query={query}
            isSpoken={n === spoken}
            isShown={count !== null && n === target}
            onGo={() => playing.seekTo(cue.from)}
          />
        ))}
      </ol>
    </div>
  )
}

function isOut(line: Element | undefined): boolean {
  if (!line) return false
  const { top, bottom } = line.getBoundingClientRect()
  return bottom < 0 || top > innerHeight
}

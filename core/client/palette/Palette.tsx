import '@mantine/core/styles/CloseButton.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { noResults } from '#core/contract/phrases.ts'
import s from './Palette.module.css'
import {
  closePalette,
  type PaletteGroup,
  type PaletteItem,
  readTypedText,
  recentKeys,
  rememberChoice,
} from './palette.ts'
import { atStart, search } from './paletteSearch.ts'

type Props = {
  /** The person whose recent choices are shown. */
  owner: string
  groups: readonly PaletteGroup[]
  /** Shown before anything is typed. */
  start: readonly PaletteGroup[]
  /** Offered first. */
  asked?: (query: string) => readonly PaletteItem[]
  /** Always offered last. */
  otherwise?: (query: string) => PaletteItem
}

/** Finds Targets, people, screens, and commands. Keys: arrows, Enter, Esc. */
export function Palette({ owner, groups, start, asked, otherwise }: Props) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [recent] = useState(() => recentKeys(owner))
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = useMemo(() => {
    if (query.trim() === '') return atStart(groups, start, recent)
    const first = asked?.(query.trim()) ?? []
    return [
      ...(first.length > 0 ? [{ title: 'Log', items: first }] : []),
      ...search(groups, query, recent),
      ...(otherwise ? [{ title: 'Search', items: [otherwise(query.trim())] }] : []),
    ]
  }, [query, groups, start, recent, asked, otherwise])
  const items = found.flatMap((group) => group.items)
  const current = Math.min(at, items.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const isChosen = useRef(false)
  useFocusAfter(isChosen)
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    isChosen.current = true
    rememberChoice(owner, item.key)
    closePalette()
    item.run()
  }
  const keys = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: (current + 1) % items.length,
      ArrowUp: (current - 1 + items.length) % items.length,
      PageDown: Math.min(current + 6, items.length - 1),
      PageUp: Math.max(current - 6, 0),
    }
    const next = moves[event.key]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') choose(items[current])
    else if (next === undefined || items.length === 0) return
    else setAt(next)
    event.preventDefault()
  }
  let index = -1
  return (
    <Modal.Root
      opened
      onClose={closePalette}
      size={600}
      padding={0}
      yOffset="12dvh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} transitionProps={{ duration: 0 }} />
      <Modal.Content classNames={{ content: 'surface' }} aria-label="Search">
        <div className={`row gap12 dim ruledBelow ${s.field}`}>
          <Icon name="search" stroke={1.75} />
          <input
            role="combobox"
            aria-label="Search Targets, people, screens, and commands"
            aria-expanded
            aria-controls={`${id}list`}
            aria-activedescendant={items.length > 0 ? `${id}${current}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            maxLength={100}
            placeholder="Search Targets, people, screens, and commands"
            value={query}
            onFocus={() => setQuery((now) => now + readTypedText())}
            onChange={(event) => {
              setQuery(event.currentTarget.value)
              setAt(0)
            }}
            onKeyDown={keys}
          />
        </div>
        <div className={`orNone ${s.list}`} id={`${id}list`} role="listbox" aria-label="Results" ref={list}>
          {found.map(({ title, items: ofGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: inside a listbox only a group is allowed
            <div key={title} role="group" aria-label={title}>
              <p className={`cap medium ${s.title}`} aria-hidden>
                {title}
              </p>
              {ofGroup.map((item) => {
                index++
                const place = index
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                  // biome-ignore lint/a11y/useFocusableInteractive: the cursor stays in the field
                  <div
                    key={item.key}
                    id={`${id}${place}`}
                    role="option"
                    aria-selected={place === current}
                    className={`row gap12 rounded ${s.item}`}
                    onPointerMove={() => place !== at && setAt(place)}
                    onClick={() => choose(item)}
                  >
                    <span className="one">{item.label}</span>
                    {item.detail && <span className={`cap ${s.detail} one`}>{item.detail}</span>}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <p className="hide" role="status">
          {items.length === 0 ? noResults : `${items.length} results.`}
        </p>
        {items.length === 0 && <p className={`dim center ${s.none}`}>{noResults}</p>}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Restores focus on close. After a choice that sets no focus, it moves to the start of the page. */
function useFocusAfter(isChosen: RefObject<boolean>) {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        const held = document.activeElement
        if (held && held !== document.body) return
        const next = isChosen.current ? document.getElementById('main') : before
        if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      })
    }
  }, [isChosen])
}

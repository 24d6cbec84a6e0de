import { UnstyledButton } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { foldCase } from '#core/contract/foldCase.ts'
import { noResults } from '#core/contract/phrases.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { SearchField } from '#core/ui/SearchField.tsx'
import type { Graph } from '../contract.ts'
import s from './Picker.module.css'
import { PickerButton } from './PickerButton.tsx'

const LABEL = "View: Select the Firm, a Group, or one User's Pipeline"
const icons = { org: 'building', group: 'users-group', user: 'user' } as const

type Props = { graphs: readonly Graph[]; chosen: Graph | null; onChoose: (graph: Graph) => void }

/** Selects a report's audience. The firm lists its groups and a group its people. Typing searches all of them. */
export function ScopePicker({ graphs, chosen, onChoose }: Props) {
  if (!chosen) return null
  return (
    <PickerButton label={LABEL} chosen={chosen.name} icon={icons[chosen.key]} width={360}>
      {(close) => (
        <Choices
          graphs={graphs}
          chosen={chosen}
          onChoose={(graph) => {
            close()
            onChoose(graph)
          }}
        />
      )}
    </PickerButton>
  )
}

function Choices({ graphs, chosen, onChoose }: Props & { chosen: Graph }) {
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const parts = useMemo(() => partsOf(graphs, chosen, typed), [graphs, chosen, typed])
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const move = (event: React.KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const all = options()
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go through the buttons inside
    <div className={`stack gap2 p12 ${s.choices}`} onKeyDown={move}>
      <p className={`small strong ${s.label}`}>{LABEL}</p>
      <SearchField
        isFirst
        onEnter={() => options()[0]?.click()}
        label="Search by name"
        value={typed}
        onChange={setTyped}
      />
      <div ref={list}>
        {parts.map(({ title, found }) => (
          <section key={title} aria-label={title || 'Firm'}>
            {title && <h2 className={`cap strong ${s.part}`}>{title}</h2>}
            {found.map((graph) => {
              const icon = icons[graph.key]
              const isChosen = graph.key === chosen.key && graph.id === chosen.id
              return (
                <UnstyledButton
                  key={graph.id}
                  className={`row fill rounded gap10 hoverFill here ${s.choice}`}
                  aria-current={isChosen || undefined}
                  onClick={() => onChoose(graph)}
                >
                  <Icon name={icon} />
                  <span className={`one ${s.name}`}>
                    {graph.name} {graph.key === 'org' && <small className="regular dim">Firm</small>}
                  </span>
                  {isChosen && <Icon name="check" size={16} stroke={2} />}
                </UnstyledButton>
              )
            })}
          </section>
        ))}
        {parts.length === 0 && <p className={`dim ${s.none}`}>{noResults}</p>}
      </div>
    </div>
  )
}

const MOST = 50

/** Returns the firm, its groups, and the people of the selected group, or everyone who matches the typed text. */
function partsOf(graphs: readonly Graph[], chosen: Graph, typed: string) {
  const wanted = foldCase(typed.trim())
  const fits = ({ name }: Graph) => foldCase(name).includes(wanted)
  const group = chosen.key === 'group' ? chosen.id : chosen.key === 'user' ? chosen.groups[0] : undefined
  const groups = graphs.filter(({ key }) => key === 'group')
  const people = graphs.filter(({ key, groups: of }) => {
    if (key !== 'user') return false
    return wanted !== '' || group === undefined ? wanted !== '' || groups.length === 0 : of.includes(group)
  })
  const of = groups.find(({ id }) => id === group)?.name
  return [
    { title: '', found: graphs.filter((graph) => graph.key === 'org' && fits(graph)) },
    { title: 'Groups', found: groups.filter(fits) },
    { title: of && wanted === '' ? `Users of ${of}` : 'Users', found: people.filter(fits).slice(0, MOST) },
  ].filter(({ found }) => found.length > 0)
}

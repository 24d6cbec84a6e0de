import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import type { Because } from '../contract.ts'
import s from './Cards.module.css'

/** Figures shown before the list is expanded. */
const FIRST = 3

/** Shows the figures behind a card: name, bar, value, and amount, each linked to its subject. */
export function Figures({ because, from }: { because: readonly Because[]; from: string }) {
  const [isWhole, setWhole] = useState(false)
  // Entries of text alone say how many more there are elsewhere, so they are never collapsed.
  const words = because.filter((one) => one.value === '' && !one.target_id)
  const figures = because.filter((one) => !words.includes(one))
  const shown = isWhole || figures.length <= FIRST + 1 ? figures : figures.slice(0, FIRST)
  return (
    <ul className={s.figures}>
      {shown.map(({ label, value, amount, size, target_id }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the figures of a card never change
        <li key={place} className="grid middle gap16" data-bare={value === '' || undefined}>
          {target_id ? (
            <Link to="/target/$id" params={{ id: target_id }} search={{ from }} className={`one strong link ${s.name}`}>
              {label}
            </Link>
          ) : (
            <span className="one strong">{label}</span>
          )}
          <span className={`clip sunken ${s.bar}`} aria-hidden>
            <span style={{ width: `${Math.round(size * 100)}%` }} />
          </span>
          <span className="dim num">{value}</span>
          <span className="num">{amount}</span>
        </li>
      ))}
      {shown.length < figures.length && (
        <li className="grid middle gap16" data-bare>
          <UnstyledButton className={`inline gap6 medium link ${s.from}`} onClick={() => setWhole(true)}>
            Show {figures.length - shown.length} more
          </UnstyledButton>
        </li>
      )}
      {words.map(({ label }) => (
        <li key={label} className="grid middle gap16" data-bare>
          <span className="dim">{label}</span>
        </li>
      ))}
    </ul>
  )
}

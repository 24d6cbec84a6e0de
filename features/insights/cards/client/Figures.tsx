import { Link } from '@tanstack/react-router'
import type { Because } from '../contract.ts'
import s from './Cards.module.css'

/** What a card was reckoned from: name, bar, figure and amount, each leading to what it is about. */
export const Figures = ({ because, from }: { because: readonly Because[]; from: string }) => (
  <ul className={s.figures}>
    {because.map(({ label, value, amount, size, target_id }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the figures of a card never change
      <li key={place} data-bare={value === '' || undefined}>
        {target_id ? (
          <Link to="/target/$id" params={{ id: target_id }} search={{ from } as never} className={s.name}>
            {label}
          </Link>
        ) : (
          <span className={s.name}>{label}</span>
        )}
        <span className={s.bar} aria-hidden>
          <span style={{ width: `${Math.round(size * 100)}%` }} />
        </span>
        <span className="dim num">{value}</span>
        <span className="num">{amount}</span>
      </li>
    ))}
  </ul>
)

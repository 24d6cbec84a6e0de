import { Link } from '#core/client/router/Link.tsx'
import { useToday } from '#core/client/useToday.ts'
import { formatShortDay } from '#core/contract/dates.ts'
import type { Insight } from '../contract.ts'
import s from './Cards.module.css'
import { sourceLabels } from './cardLabels.ts'
import type { InsightCards } from './useCards.ts'

/** Lists all cards beside the open one. */
export function Queue({ cards, openId }: { cards: InsightCards; openId: string | undefined }) {
  return (
    <aside className={s.queue} aria-label="All insights">
      <Part title="New" cards={cards.fresh} openId={openId} />
      <Part title="Viewed" cards={cards.viewed} openId={openId} isPast />
      <p className={`cap mt20`}>Created each night from your Targets. No insight repeats within 14 days.</p>
    </aside>
  )
}

type PartProps = { title: string; cards: readonly Insight[]; openId: string | undefined; isPast?: boolean }

function Part({ title, cards, openId, isPast = false }: PartProps) {
  const today = useToday()
  if (cards.length === 0) return null
  return (
    <section>
      <h2 className={`cap mb4 medium ${s.part}`}>{title}</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <Link
              className="flex"
              to="/insight/$id"
              params={{ id: card.id }}
              replace={openId !== undefined}
              aria-current={card.id === openId || undefined}
            >
              <span className={`rigid ${isPast ? '' : s.new} round ${s.dot}`} aria-hidden />
              <span>
                <b className={`block ${isPast ? 'medium' : 'strong'} ${s.title}`}>{card.observation}</b>
                <span className="cap">
                  {sourceLabels[card.type]}
                  {isPast && `. ${formatShortDay(card.created.slice(0, 10), today)}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

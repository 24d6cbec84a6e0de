import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import type { InsightType } from '../contract.ts'
import s from './Cards.module.css'
import { CardView } from './CardView.tsx'
import { NotHere } from './NotHere.tsx'
import { useCards, useCardsHere } from './useCards.ts'

/** Shows all cards of one type. */
export function TypeTab({ type, empty }: { type: InsightType; empty: string }) {
  const { fresh, viewed } = useCards(type)
  const isHere = useCardsHere()
  const all = [...fresh, ...viewed]
  if (all.length === 0 && isHere !== true) return isHere ? <NotHere what="Insights aren’t" /> : <LoadingPlaceholder />
  if (all.length === 0) return <EmptyState title={empty}>New ones appear here automatically.</EmptyState>
  return (
    <ul className={`grid gap16 ${s.list}`}>
      {all.map((card) => (
        <li key={card.id} className={`card clip ${s.slide}`}>
          <CardView card={card} isNew={fresh.includes(card)} />
        </li>
      ))}
    </ul>
  )
}

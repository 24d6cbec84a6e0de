import { ActionIcon } from '@mantine/core'
import { useDrag, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { dispatchOn } from '#core/client/act.ts'
import type { TabProps } from '#core/client/feature.ts'
import { useLocation, useNavigate } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { keepsFocus } from '#core/client/shell/usePageFocus.ts'
import { useEngine } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { viewInsight } from '../actions.ts'
import { type Insight, insightEndpoints } from '../contract.ts'
import s from './Cards.module.css'
import { CardView } from './CardView.tsx'
import { NotHere } from './NotHere.tsx'
import { Queue } from './Queue.tsx'
import { recordCardView, useCards, useCardsHere } from './useCards.ts'

/** Shortest time that the app waits for a missing card, in milliseconds. Source: the specification, section 9. */
const LOADER_MS = 1500
/** Distance of a swipe that opens the next card, in pixels. */
const SWIPE = 56

/** Shows the daily cards one at a time. The URL holds the id of the open one. */
export function NewTab({ id, isOffline }: TabProps) {
  const cards = useCards()
  const isHere = useCardsHere()
  const all = [...cards.fresh, ...cards.viewed]
  const asked = id === null ? undefined : all.find((card) => card.id === id)
  const isMissing = useIsMissing(isHere === true && !isOffline && !asked ? id : null)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMissing) return
    toast({ message: 'No insight found with the specific id.', color: 'red' })
    void navigate({ to: '/insights/new', replace: true })
  }, [isMissing, navigate])
  if (id !== null && !asked) return isOffline ? <NotHere what="This insight isn’t" /> : <LoadingPlaceholder />
  const open = asked ?? cards.fresh[0]
  if (!open && isHere !== true) return isHere ? <NotHere what="Insights aren’t" /> : <LoadingPlaceholder />
  // From a card viewed earlier, the arrows lead to other viewed cards.
  const among = open && cards.fresh.includes(open) ? cards.fresh : cards.viewed
  return (
    <div className={`grid ${s.daily}`}>
      {open ? (
        <Slide card={open} among={among} isNew={among === cards.fresh} />
      ) : (
        <EmptyState title="Nothing new this morning" level={2}>
          We create insights each night from your Targets. Insights you’ve viewed stay here for a month.
        </EmptyState>
      )}
      {all.length > 0 && <Queue cards={cards} openId={open?.id} />}
    </div>
  )
}

/** Returns true if this device doesn't have the card with this id and a new sync didn't bring it. */
function useIsMissing(id: string | null): boolean {
  const engine = useEngine()
  const [missing, setMissing] = useState<string | null>(null)
  useEffect(() => {
    if (id === null) return
    let isCurrent = true
    const loader = new Promise((resolve) => setTimeout(resolve, LOADER_MS))
    void Promise.all([engine.pull(), loader]).then(() => {
      if (isCurrent && !engine.of(insightEndpoints).get(id)) setMissing(id)
    })
    return () => {
      isCurrent = false
    }
  }, [engine, id])
  return id !== null && missing === id
}

type Props = { card: Insight; among: readonly Insight[]; isNew: boolean }

/** Shows one card. Arrows, arrow keys, and swipes lead to the next one, and Escape closes it. */
function Slide({ card, among, isNew }: Props) {
  const navigate = useNavigate()
  const place = among.findIndex(({ id }) => id === card.id)
  const region = useRef<HTMLElement>(null)
  const [from, setFrom] = useState<'left' | 'right' | null>(null)
  const [shift, setShift] = useState(0)
  useViewed(card)
  const hasFocus = () => region.current?.contains(document.activeElement) === true
  const go = (by: 1 | -1) => {
    const next = among[place + by]
    if (!next) return
    setFrom(by === 1 ? 'right' : 'left')
    void navigate({
      to: '/insight/$id',
      params: { id: next.id },
      replace: true,
      state: { keepsFocus: hasFocus() } as never,
    })
  }
  useFocusOfSlide(region)
  useEscapeOfPage(() => void navigate({ to: '/insights/new' }))
  const { ref: dragged } = useDrag<HTMLElement>(
    ({ movement: [dx], last, canceled, event }) => {
      if (event.pointerType === 'mouse') return
      const isEnd = (dx > 0 && place === 0) || (dx < 0 && place === among.length - 1)
      setShift(last || canceled ? 0 : isEnd ? dx / 4 : dx)
      if (last && !canceled && Math.abs(dx) > SWIPE) go(dx < 0 ? 1 : -1)
    },
    { axis: 'x', threshold: 8 },
  )
  const placed = useMergedRef(region, dragged)
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget && (event.target as HTMLElement).closest('input, textarea, [role=menu]'))
      return
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'Escape') void navigate({ to: '/insights/new' })
  }
  return (
    <section
      className={`card clip ${s.slide}`}
      ref={placed}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys go from card to card
      tabIndex={0}
      aria-roledescription="slide"
      aria-label={`Insight ${place + 1} of ${among.length}`}
      onKeyDown={press}
      style={shift === 0 ? undefined : { transform: `translateX(${shift}px)` }}
    >
      <div key={card.id} className={s.face} data-from={from ?? undefined}>
        <CardView
          card={card}
          isNew={isNew}
          pager={<Pager place={place} count={among.length} onGo={go} />}
          onGone={() => (place < among.length - 1 ? go(1) : void navigate({ to: '/insights/new', replace: true }))}
        />
      </div>
    </section>
  )
}

/** Opening a card marks it as viewed, except during impersonation. */
function useViewed(card: Insight): void {
  const engine = useEngine()
  const isOwn = useSession()?.Switch === undefined
  useEffect(() => {
    if (card.status !== 'new' || !isOwn) return
    recordCardView(card)
    dispatchOn(engine, viewInsight, { id: card.id })
  }, [card, engine, isOwn])
}

/** Elements that handle keys themselves. */
const CONTROLS = 'a, button, input, textarea, select, [role=menu], [role=dialog]'

/** Closes the card on Escape even if no control has the focus, as after a swipe. */
function useEscapeOfPage(onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    const press = ({ key, defaultPrevented }: globalThis.KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.activeElement?.closest(CONTROLS)) latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/**
 * The first move replaces /insights/new with the card's own URL, which mounts another screen. The keyboard focus must
 * stay on the card.
 */
function useFocusOfSlide(region: { current: HTMLElement | null }): void {
  const hasFocus = keepsFocus(useLocation())
  useEffect(() => {
    if (hasFocus && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [region, hasFocus])
}

function Pager({ place, count, onGo }: { place: number; count: number; onGo: (by: 1 | -1) => void }) {
  if (count < 2) return null
  return (
    <span className={`row gap4 nowrap ${s.pager}`}>
      <span className="cap num">
        {place + 1} of {count}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Previous insight"
        disabled={place === 0}
        onClick={() => onGo(-1)}
      >
        <Icon name="chevron-left" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Next insight"
        disabled={place === count - 1}
        onClick={() => onGo(1)}
      >
        <Icon name="chevron-right" />
      </ActionIcon>
    </span>
  )
}

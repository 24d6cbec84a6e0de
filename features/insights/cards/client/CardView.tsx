import '@mantine/core/styles/Popover.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { dispatchOn } from '#core/client/act.ts'
import { useCanMakeSteps } from '#core/client/IntoStep.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { TargetActsSlot } from '#core/client/TargetActsSlot.tsx'
import { toast } from '#core/client/toasts.ts'
import { useToday } from '#core/client/useToday.ts'
import { rateInsight } from '../actions.ts'
import type { Insight, InsightType } from '../contract.ts'
import s from './Cards.module.css'
import { formatNew, sourceLabels } from './cardLabels.ts'
import { Figures } from './Figures.tsx'
import { StepOfCard } from './StepOfCard.tsx'

const icons: Record<InsightType, IconName> = { tracker: 'target-arrow', bd: 'bulb', firm: 'building' }

type Props = {
  card: Insight
  isNew: boolean
  /** Previous and next buttons, and the number of cards. */
  pager?: ReactNode
  /** Called after the person rated the card as not useful. */
  onGone?: () => void
}

/** Shows one card: the observation, its figures, and actions on it. */
export function CardView({ card, isNew, pager, onGone }: Props) {
  const today = useToday()
  const engine = useEngine()
  const icon = icons[card.type]
  const rate = (useful: boolean | null) => dispatchOn(engine, rateInsight, { id: card.id, useful })
  const dismiss = () => {
    if (!rate(false)) return
    toast({ message: 'We’ll show you fewer insights like this.', undo: () => rate(null) })
    onGone?.()
  }
  const acted = () => void (card.useful === undefined && rate(true))
  return (
    <>
      <div className={`row gap12 ${s.top}`}>
        <div className={`row grow wrap ${s.about}`}>
          <span className="cap inline gap6 nowrap medium">
            <Icon name={icon} size={16} stroke={1.75} />
            {sourceLabels[card.type]}
          </span>
          {isNew && <span className={`small nowrap strong ${s.state}`}>{formatNew(card, today)}</span>}
        </div>
        {pager && <span className={`narrow ${s.narrowPager}`}>{pager}</span>}
      </div>
      <h2 className={s.observation}>{card.observation}</h2>
      {card.data_value && (
        <>
          <p className={`bold ${s.figure} num`}>{card.data_value}</p>
          <p className={`dim mb16 ${s.what}`}>{card.data_label}</p>
        </>
      )}
      {card.because.length > 0 && <From card={card} />}
      <div className={`flex gap12 mt16 rounded ${s.suggestion}`}>
        <Icon name="bulb" size={20} />
        <p className="pretty">{card.suggestion}</p>
      </div>
      <div className={`row gap8 ${s.acts}`}>
        <Acts card={card} onActed={acted} />
        <More onDismiss={dismiss} what={card.observation} />
        <span className={`grow ${s.grow}`} />
        {pager && <span className="wide">{pager}</span>}
      </div>
    </>
  )
}

function More({ what, onDismiss }: { what: string; onDismiss: () => void }) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} className={s.more} aria-label={`More about: ${what}`}>
          <Icon name="dots" stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="message-off" />} onClick={onDismiss}>
          Not useful
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function From({ card }: { card: Insight }) {
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  const chevron = isOpen ? 'chevron-down' : 'chevron-right'
  return (
    <>
      <UnstyledButton
        className={`inline gap6 medium link ${s.from}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={chevron} size={16} stroke={1.75} />
        Where these figures come from
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        <Figures because={card.because} from={`/insight/${card.id}`} />
      </div>
    </>
  )
}

function Acts({ card, onActed }: { card: Insight; onActed: () => void }) {
  const canMakeSteps = useCanMakeSteps()
  const from = `/insight/${card.id}`
  if (card.target_id)
    return (
      <TargetActsSlot
        targetId={card.target_id}
        offers={card.act === 'open' ? [] : [card.act]}
        from={from}
        onActed={onActed}
      />
    )
  if (card.path) {
    const isLesson = card.path.startsWith('/lesson/')
    const icon = isLesson ? 'school' : 'target-arrow'
    return (
      <Button
        renderRoot={(props) => <Link {...props} to={card.path} />}
        leftSection={<Icon name={icon} stroke={1.75} />}
        onClick={onActed}
      >
        {isLesson ? 'Open the worksheet' : 'Open my Targets'}
      </Button>
    )
  }
  return canMakeSteps ? <StepOfCard card={card} onDone={onActed} /> : null
}

import '@mantine/core/styles/Popover.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Avatar.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import { Avatar, Button, Kbd, Menu } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { StepHelpSlot } from '#core/client/StepHelpSlot.tsx'
import { useIsOn } from '#core/client/session.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDay, formatDue } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { Due } from '#core/ui/Due.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import panel from '#core/ui/sidePanel.module.css'
import { Value } from '#core/ui/Value.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { TargetContacts } from '../../contacts/client/TargetContacts.tsx'
import {
  DEFAULT_STEP,
  furtherNames,
  statusTerm,
  type Target,
  targetLabel,
  typeTerm,
  valueTerm,
} from '../../contract.ts'
import { asksForStep, bucketOf, openTask } from '../../facts.ts'
import { sharingFlag } from '../../flagsContract.ts'
import { HelpText } from '../../steps/client/HelpText.tsx'
import { SnoozeDays } from '../../steps/client/SnoozeDays.tsx'
import { StepReminder } from '../../steps/client/StepReminder.tsx'
import { LastTouch } from '../../touches/client/LastTouch.tsx'
import { StepSuggestion } from '../../touches/client/StepSuggestion.tsx'
import s from './TargetDetail.module.css'

const CameFromFact = lazyComponent(() =>
  import('../../cameFrom/client/CameFromFact.tsx').then((file) => file.CameFromFact),
)
const OutlookFacts = lazyComponent(() =>
  import('../../stages/client/OutlookFacts.tsx').then((file) => file.OutlookFacts),
)

export function SummaryPanel({ target, isPaged }: { target: Target; isPaged: boolean }) {
  return (
    <aside className={`card shrink ${panel.side} ${s.side}`} aria-label="Summary">
      <CurrentStep target={target} />
      <TargetContacts target={target} />
      <LastTouch target={target} />
      <Facts target={target} />
      {isPaged && (
        <p className={`cap row gap4 mt16 ruled ${s.keys}`}>
          <Kbd>←</Kbd>
          <Kbd>→</Kbd> move between Targets
        </p>
      )}
    </aside>
  )
}

function CurrentStep({ target }: { target: Target }) {
  const today = useToday()
  const actions = useTargetActions()
  const { proxyFor, pathOf } = useTargetPlace()
  const open = openTask(target)
  if (target.shared === 'pending') return <Invitation target={target} />
  if (target.status !== 'active') return <Ended target={target} />
  const isAgain = asksForStep(target)
  const bucket = bucketOf(target, today)
  return (
    <div className={s.now}>
      <h2 className={`cap mb8 medium ${panel.heading}`}>Current step</h2>
      <p className={s.step}>{open?.description ?? (isAgain ? 'Choose a new Step' : DEFAULT_STEP)}</p>
      {isAgain && <p className="cap mt4 break">{targetLabels.chooseStep}</p>}
      {open?.help && (
        <p className="cap mt4 break">
          <HelpText text={open.help} />
        </p>
      )}
      {open && bucket && (
        <div className={`row wrap gap4 mt8 ${s.due}`}>
          <Due bucket={bucket} due={formatDue(open.due, today)} exact={formatDay(open.due)} />
          <Menu>
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                className="dim"
                leftSection={<Icon name="alarm-snooze" />}
              >
                Snooze
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <SnoozeDays onDay={(day) => actions.snooze(target.id, day)} />
              <Menu.Item onClick={() => targetDialogs.chooseDate(target.id)}>Choose a date</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {!proxyFor && <StepReminder target={target} />}
        </div>
      )}
      {open && !proxyFor && <StepSuggestion target={target} step={open} />}
      <Button
        fullWidth
        mt="md"
        leftSection={open ? <Icon name="check" stroke={2} /> : <Icon name="plus" stroke={2} />}
        onClick={() => targetDialogs.nextStep(target.id)}
      >
        {open ? targetLabels.nextStep : targetLabels.takeStep}
      </Button>
      {open && <StepHelpSlot description={open.description} from={pathOf(target.id)} />}
    </div>
  )
}

/** Shows an invited person the owner's open step, without its due date. */
function Invitation({ target }: { target: Target }) {
  const actions = useTargetActions()
  const canAccept = useIsOn(sharingFlag)
  const step = target.tasks.find((task) => task.done === 'incomplete')
  return (
    <div className={s.now}>
      <h2 className={`cap mb8 medium ${panel.heading}`}>{target.owner} invites you to collaborate</h2>
      {step && <p className={`lead strong ${s.ended}`}>{step.description}</p>}
      {canAccept && (
        <Button fullWidth mt="md" onClick={() => actions.accept(target.id)}>
          Accept
        </Button>
      )}
      <Button fullWidth mt="xs" variant="default" onClick={() => actions.decline(target.id)}>
        Decline
      </Button>
    </div>
  )
}

/** Shows the outcome instead of a step. */
function Ended({ target }: { target: Target }) {
  const { status, completed, deleted, lostReason } = target
  const when = status === 'completed' ? completed : status === 'deleted' ? deleted : null
  return (
    <div className={s.now}>
      <h2 className={`cap mb8 medium ${panel.heading}`}>This Target is</h2>
      <p className={`lead strong ${s.ended}`} data-status={status}>
        {statusTerm[status]}
        {when && <span className="cap"> {formatDay(when.slice(0, 10))}</span>}
      </p>
      {status === 'lost' && lostReason && <p className="mt4 break">{lostReason}</p>}
    </div>
  )
}

function Facts({ target }: { target: Target }) {
  const others = target.collaborators.filter((one) => one.user_id !== target.user_id && one.response === 'accepted')
  const hasStages = useIsOn(stagesFlag)
  const hasReferrals = useIsOn(referralsFlag)
  const people = [...new Set(target.overlaps.flatMap((overlap) => overlap.members))]
  return (
    <dl className={`mt20 ${s.facts}`}>
      <div className={s.tall}>
        <dt>{targetLabel('goal')}</dt>
        <dd>{target.goal}</dd>
      </div>
      <div>
        <dt>Projected</dt>
        <dd className={target.projected_revenue === null ? 'dim' : 'bold num'}>
          {formatAmount(target.projected_revenue) || 'No amount'}
        </dd>
      </div>
      <div>
        <dt>Revenue won</dt>
        <dd className={target.revenue === null ? 'dim' : 'bold good num'}>
          {formatAmount(target.revenue) || 'Nothing yet'}
        </dd>
      </div>
      {hasStages && target.shared !== 'pending' && <OutlookFacts target={target} />}
      {hasReferrals && target.shared !== 'pending' && <CameFromFact target={target} />}
      <div>
        <dt>{targetLabel('value')}</dt>
        <dd>
          <Value value={target.value} label={valueTerm[target.value]} />
        </dd>
      </div>
      <div>
        <dt>{targetLabel('type')}</dt>
        <dd>{typeTerm[target.type]}</dd>
      </div>
      {furtherNames
        .filter((name) => target[name])
        .map((name) => (
          <div key={name}>
            <dt>{targetLabel(name)}</dt>
            <dd>{target[name]}</dd>
          </div>
        ))}
      {target.private && (
        <div>
          <dt>{targetLabel('private')}</dt>
          <dd>Only you can see it</dd>
        </div>
      )}
      {others.length > 0 && (
        <div>
          <dt>Shared with</dt>
          <dd className={`flex wrap ${s.team}`}>
            {others.map((one) => (
              <span key={one.user_id}>
                <Avatar size={24} color="teal">
                  {initialsOf(one)}
                </Avatar>
                {one.first_name}
              </span>
            ))}
          </dd>
        </div>
      )}
      {people.length > 0 && (
        <div>
          <dt>Overlap</dt>
          <dd className={`accent ${s.overlap}`}>
            <OverlapIcon />
            {people.join(', ')}
          </dd>
        </div>
      )}
    </dl>
  )
}

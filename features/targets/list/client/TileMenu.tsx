import '@mantine/core/styles/Popover.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { afterPaint } from '#core/client/afterPaint.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useRow } from '#core/client/sync.tsx'
import { telHref } from '#core/contract/phone.ts'
import { currentStage } from '#core/contract/stages.ts'
import { withinView } from '#core/ui/withinView.ts'
import { targetDialogs, useOpenDialog } from '../../client/dialogs.ts'
import { shortNameOf, targetLabels } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { isAllowedOutcome } from '../../outcome/actions.ts'
import { StageItems } from '../../stages/client/StageItems.tsx'
import { useStages } from '../../stages/client/useStages.ts'
import { RemindItems } from '../../steps/client/RemindItems.tsx'
import { SnoozeDays } from '../../steps/client/SnoozeDays.tsx'
import { TouchItems } from '../../touches/client/TouchItems.tsx'
import s from './TileMenu.module.css'
import type { TileMenuKind } from './useTileEvents.ts'

export type OpenMenu = { id: string; kind: TileMenuKind; button: HTMLElement }
type Props = OpenMenu & { today: string; onEdit: (id: string) => void; onClose: () => void }

/** One menu for the whole list, positioned over the button that opened it. */
export function TileMenu({ id, kind, button, today, onEdit, onClose }: Props) {
  const target = useRow(targetEndpoints, id)
  const { proxyFor } = useTargetPlace()
  if (!target) return null
  const close = () => {
    onClose()
    // A dialog returns focus to where it was when it opened.
    if (useOpenDialog.getState().dialog) return button.focus({ preventScroll: true })
    // Finding the focused element forces a layout, so the result is shown first.
    afterPaint(() => {
      if (document.activeElement === document.body) button.focus({ preventScroll: true })
    })
  }
  return (
    <Menu
      opened
      onClose={close}
      withinPortal={false}
      position="bottom-end"
      width={208}
      shadow="md"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      trapFocus
      transitionProps={{ duration: 150 }}
      middlewares={withinView}
    >
      <Menu.Target>
        <span aria-hidden className={s.anchor} ref={(anchor) => layOver(anchor, button)} />
      </Menu.Target>
      <Menu.Dropdown
        className={s.menu}
        aria-label={`${kind === 'snooze' ? 'Snooze' : 'Actions for'} ${shortNameOf(target)}`}
        aria-labelledby={undefined}
        onClickCapture={({ target }) => {
          // Removing the focused element would force a layout in the middle of the change.
          if ((target as Element).closest('[role^="menuitem"]:not([aria-expanded])'))
            (document.activeElement as HTMLElement | null)?.blur()
        }}
      >
        <Menu.Label className={`body bold ${s.name} one`}>{shortNameOf(target)}</Menu.Label>
        {kind === 'more' && <Actions target={target} onEdit={onEdit} />}
        {kind === 'more' && !proxyFor && <TouchItems target={target} />}
        {kind === 'more' && <There target={target} />}
        {kind === 'more' && target.status === 'active' && <Stage target={target} />}
        {kind === 'snooze' && <Snooze id={id} today={today} />}
        {kind === 'more' && target.status === 'active' && target.due && (
          <>
            <Menu.Divider />
            <Folded label="Snooze" icon={<Icon name="alarm-snooze" />}>
              <Snooze id={id} today={today} />
            </Folded>
            {!proxyFor && (
              <Folded label="Remind me" icon={<Icon name="alarm" />}>
                <RemindItems target={target} />
              </Folded>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Stage({ target: { id, stage } }: { target: Target }) {
  const { stages, isOn } = useStages()
  const actions = useTargetActions()
  if (!isOn) return null
  return (
    <>
      <Menu.Divider />
      <Folded label="Move to stage" icon={<Icon name="layout-kanban" />}>
        <StageItems stage={currentStage(stages, stage)?.id ?? null} onStage={(to) => actions.move(id, to)} />
      </Folded>
    </>
  )
}

function There({ target: { company, contact_phone } }: { target: Target }) {
  const navigate = useNavigate()
  const called = telHref(contact_phone ?? '')
  if (!called && !company) return null
  return (
    <>
      <Menu.Divider />
      {called && (
        <Menu.Item component="a" href={called} leftSection={<Icon name="phone" />}>
          Call {contact_phone}
        </Menu.Item>
      )}
      {company && (
        <Menu.Item
          leftSection={<Icon name="building" />}
          onClick={() => void navigate({ to: '/company/$name', params: { name: company } })}
        >
          Company page
        </Menu.Item>
      )}
    </>
  )
}

/** Positions the anchor over the button, in any containing block. */
function layOver(anchor: HTMLElement | null, button: HTMLElement) {
  if (!anchor) return
  const box = button.getBoundingClientRect()
  const origin = anchor.offsetParent?.getBoundingClientRect() ?? { top: -scrollY, left: -scrollX }
  const place = { top: box.top - origin.top, left: box.left - origin.left, width: box.width, height: box.height }
  for (const [side, length] of Object.entries(place)) anchor.style.setProperty(side, `${length}px`)
}

/** Options shown in the menu on request. */
function Folded({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        aria-expanded={isOpen}
        leftSection={icon}
        rightSection={<Icon name="chevron-down" size={16} stroke={1.75} className={`dim ${s.chevron}`} />}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Menu.Item>
      {isOpen && <div className={s.folded}>{children}</div>}
    </>
  )
}

function Snooze({ id, today }: { id: string; today: string }) {
  const actions = useTargetActions()
  return (
    <>
      <SnoozeDays icon={<Icon name="alarm-snooze" />} onDay={(day) => actions.snooze(id, day, today)} />
      <Menu.Item leftSection={<Icon name="calendar" />} onClick={() => targetDialogs.chooseDate(id)}>
        Choose a date
      </Menu.Item>
    </>
  )
}

function Actions({ target, onEdit }: { target: Target; onEdit: (id: string) => void }) {
  const actions = useTargetActions()
  const { id, status } = target
  const isOwner = target.owner_id === target.user_id
  return (
    <>
      {status !== 'active' && (
        <Menu.Item leftSection={<Icon name="arrow-back-up" />} onClick={() => actions.pursue(id)}>
          {targetLabels.pursue}
        </Menu.Item>
      )}
      {isAllowedOutcome('complete', status) && (
        <Menu.Item leftSection={<Icon name="trophy" />} onClick={() => targetDialogs.complete(id)}>
          Won
        </Menu.Item>
      )}
      {isAllowedOutcome('lost', status) && (
        <Menu.Item leftSection={<Icon name="thumb-down" />} onClick={() => targetDialogs.lose(id)}>
          Lost
        </Menu.Item>
      )}
      {status !== 'deleted' && (
        <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => onEdit(id)}>
          Edit
        </Menu.Item>
      )}
      {isAllowedOutcome('archive', status) && (
        <Menu.Item leftSection={<Icon name="player-pause" />} onClick={() => actions.hold(id)}>
          On Hold
        </Menu.Item>
      )}
      {isOwner && isAllowedOutcome('delete', status) && (
        <Menu.Item leftSection={<Icon name="trash" />} onClick={() => actions.trash(id)}>
          Trash
        </Menu.Item>
      )}
      {isOwner && isAllowedOutcome('destroy', status) && (
        <Menu.Item className="bad" leftSection={<Icon name="trash-x" />} onClick={() => targetDialogs.destroy(id)}>
          Delete permanently
        </Menu.Item>
      )}
    </>
  )
}

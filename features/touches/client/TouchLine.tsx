import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Button, Menu } from '@mantine/core'
import type { TouchLineProps } from '#core/client/feature.ts'
import { sizeWords } from '#core/client/player/sizeWords.ts'
import { useSession } from '#core/client/session.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { formatDay, formatShortDay, stampIn } from '#core/contract/dates.ts'
import { formatTime } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Touch } from '../contract.ts'
import { formatMinutes, touchOwner, touchPredicate } from '../touchLabels.ts'
import { kindIcons } from './kindIcons.ts'
import s from './TouchLine.module.css'
import { useTouchActions } from './touchActionsOn.ts'

/** A touch in a list: who was in touch with whom, and what about. */
export function TouchLine({ touch: row, onEdit, onMove, contacts, children }: TouchLineProps) {
  const touch = row as Touch
  const zone = useZone()
  const today = useToday()
  const isMine = useSession()?.user.id === touch.user_id
  const time = touch.at.length > 10 ? stampIn(zone, touch.at).slice(11) : ''
  return (
    <>
      <span className={`grid rigid centered round ${s.icon}`} aria-hidden>
        <Icon name={kindIcons[touch.kind]} size={14} stroke={2} />
      </span>
      <div className="grow shrink">
        <p className="break">
          <b className="strong">{isMine ? 'You' : touchOwner(touch)}</b> {touchPredicate(touch)}
          {touch.minutes !== null && `, ${formatMinutes(touch.minutes)}`}
        </p>
        {touch.subject && <p className="break">{touch.subject}</p>}
        {touch.text && <p className={`cap break ${s.text}`}>{touch.text}</p>}
        {touch.attachments.map(({ name, size }) => (
          <p key={name} className="cap row gap6 break">
            <Icon name="file-text" size={14} />
            {name}, {sizeWords(size)}
          </p>
        ))}
        {isMine && contacts && <Others touch={touch} {...contacts} />}
        <p className="cap">
          {children}
          {children && ', '}
          <time dateTime={touch.at} title={formatDay(touch.day)}>
            {formatShortDay(touch.day, today)}
            {time && `, ${formatTime(time)}`}
          </time>
          {touch.isTemp && !touch.error && ', not synced yet'}
          {isMine && touch.shown && ', shown to collaborators'}
        </p>
        {touch.error && (
          <p className="cap bad" role="alert">
            Unable to sync. {touch.error}
          </p>
        )}
      </div>
      {isMine && onEdit && <Actions touch={touch} onEdit={onEdit} onMove={onMove} />}
    </>
  )
}

/** Others offered at most. */
const MOST_OTHERS = 3

function Others({ touch, known, onAdd }: { touch: Touch } & NonNullable<TouchLineProps['contacts']>) {
  const emails = new Set(known.map((email) => email.toLowerCase()))
  const others = touch.others.filter(({ address }) => !emails.has(address.toLowerCase())).slice(0, MOST_OTHERS)
  if (others.length === 0) return null
  return (
    <p className="row wrap gap8 mt4 mb4">
      {others.map(({ name, address }) => (
        <Button
          key={address}
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="user-plus" size={16} />}
          title={address}
          onClick={() => onAdd({ name: name || address, email: address })}
        >
          Add {name || address} as a contact
        </Button>
      ))}
    </p>
  )
}

type ActionsProps = { touch: Touch; onEdit: () => void; onMove: (() => void) | undefined }

function Actions({ touch, onEdit, onMove }: ActionsProps) {
  const actions = useTouchActions()
  const isShareable = touch.target_id !== null && (touch.subject !== '' || !!touch.text)
  const show = () =>
    actions.edit(
      touch,
      { shown: !touch.shown },
      touch.shown ? 'Hidden from collaborators.' : 'Collaborators can read it now.',
    )
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={`rigid dim ${s.more}`}
          aria-label={`Actions: you ${touchPredicate(touch)}`}
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="pencil" />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {onMove && !touch.isTemp && (
          <Menu.Item leftSection={<Icon name="folder-symlink" />} onClick={onMove}>
            Move to…
          </Menu.Item>
        )}
        {isShareable && (
          <Menu.Item leftSection={<Icon name="eye" />} onClick={show}>
            {touch.shown ? 'Hide from collaborators' : 'Show to collaborators'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="trash" />} onClick={() => actions.remove(touch)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

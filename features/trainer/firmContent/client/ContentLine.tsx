import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { dayIn } from '#core/contract/dates.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import t from '../../client/lessonCard.module.css'
import type { FirmContent } from '../contract.ts'
import s from './FirmContent.module.css'
import { describeFirmLesson } from './labels.ts'

type Props = {
  content: FirmContent
  isKeeper: boolean
  isOffline: boolean
  onAsk: (kind: 'edit' | 'delete') => void
}

/** Shows one of the firm's lessons in the list. */
export function ContentLine({ content, isKeeper, isOffline, onAsk }: Props) {
  const { id, name, description, poster, duration, media } = content
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const isNarrow = useIsNarrow()
  const [isBroken, setBroken] = useState(false)
  return (
    <li className={`row ruledBelow ${s.line}`}>
      <Link
        to={`/lesson/${id}`}
        className={`row rigid relative dim clip rounded sunken ${s.poster}`}
        tabIndex={-1}
        aria-hidden
      >
        {poster && !isBroken ? (
          <img src={poster} alt="" loading="lazy" onError={() => setBroken(true)} />
        ) : (
          <Icon name="player-play-filled" size={20} stroke={2} />
        )}
        <span className={`num semi absolute size12 ${t.duration}`}>{duration}</span>
      </Link>
      <div className="stack grow gap4">
        <h2 className="lead break">
          <Link to={`/lesson/${id}`} className={`link ${s.name}`}>
            {name}
          </Link>
        </h2>
        {description && <p className={`break onlyWide`}>{description}</p>}
        <p className="cap break">{describeFirmLesson(content, dayIn(zone, content.added.at))}</p>
        {isKeeper && media?.trouble && <p className="small break soon">{media.trouble}</p>}
      </div>
      {isKeeper && !isNarrow && (
        <div className="flex wrap gap8 rigid">
          <Button
            variant="subtle"
            color="gray"
            disabled={isOffline}
            aria-label={`Edit ${name}`}
            onClick={() => onAsk('edit')}
          >
            Edit
          </Button>
          <Button
            variant="subtle"
            color="gray"
            disabled={isOffline}
            aria-label={`Delete ${name}`}
            onClick={() => onAsk('delete')}
          >
            Delete
          </Button>
        </div>
      )}
      {isKeeper && isNarrow && (
        <MenuPlace
          button={(opener) => (
            <ActionIcon
              {...opener}
              variant="subtle"
              color="gray"
              size={44}
              aria-label={`Actions for ${name}`}
              disabled={isOffline}
            >
              <Icon name="dots" size={20} />
            </ActionIcon>
          )}
          menu={(close) => (
            <MenuOver label={`Actions for ${name}`} onClose={close}>
              <Menu.Item onClick={() => onAsk('edit')}>Edit</Menu.Item>
              <Menu.Item c="var(--mantine-color-error)" onClick={() => onAsk('delete')}>
                Delete
              </Menu.Item>
            </MenuOver>
          )}
        />
      )}
    </li>
  )
}

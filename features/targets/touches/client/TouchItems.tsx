import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { useEngine } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import type { Target } from '../../contract.ts'
import { aboutTarget } from './aboutTarget.ts'
import s from './TouchItems.module.css'

const kinds: { kind: 'call' | 'meeting' | 'email'; label: string; noun: string; icon: IconName }[] = [
  { kind: 'call', label: 'Called', noun: 'a call', icon: 'phone' },
  { kind: 'meeting', label: 'Met', noun: 'a meeting', icon: 'users' },
  { kind: 'email', label: 'Emailed', noun: 'an email', icon: 'mail' },
]

/** Logs a touch of now with the first contact in one tap, or opens the dialog. */
export function TouchItems({ target }: { target: Target }) {
  const engine = useEngine()
  const parts = useTouchParts()
  const { id, status, shared } = target
  if (status === 'deleted' || shared === 'pending') return null
  const about = aboutTarget(target)
  const details = (touchId: string) => targetDialogs.logTouch(id, touchId)
  const who = about.contacts[0]?.name ?? about.name
  return (
    <>
      <Menu.Divider />
      <div className={`grid ${s.kinds}`}>
        {kinds.map(({ kind, label, noun, icon }) => (
          <Menu.Item
            key={kind}
            className={s.kind}
            aria-label={`${label}: log ${noun} with ${who}`}
            title={`Log ${noun} with ${who}`}
            disabled={!parts}
            onClick={() => parts?.logNow(engine, kind, about, details)}
          >
            <span className="stack centered gap2">
              <Icon name={icon} />
              <span className="size12">{label}</span>
            </span>
          </Menu.Item>
        ))}
        <Menu.Item className={s.kind} aria-label="Write: log a touch" onClick={() => targetDialogs.logTouch(id)}>
          <span className="stack centered gap2">
            <Icon name="pencil" />
            <span className="size12">Write</span>
          </span>
        </Menu.Item>
      </div>
    </>
  )
}

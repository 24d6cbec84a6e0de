import type { CSSProperties, ReactNode } from 'react'
import { formatPosition } from '#core/contract/playing.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { choose, SPEEDS, type useChoices } from './choices.ts'
import type { PlayerCommand } from './keys.ts'
import s from './Player.module.css'

type Props = {
  isRunning: boolean
  /** Seconds. */
  second: number
  seconds: number
  buffered: number
  isSmall: boolean
  isFull: boolean
  isInPicture: boolean
  hasCues: boolean
  isOff: boolean
  choices: ReturnType<typeof useChoices.getState>
  onSeek: (second: number) => void
  onCommand: (command: PlayerCommand) => void
}

export function Controls(props: Props) {
  const { isRunning, second, seconds, buffered, isSmall, isFull, isInPicture, hasCues, isOff, choices } = props
  const { onSeek, onCommand } = props
  // Rounds up to a whole second, as lists do.
  const whole = formatPosition(Math.ceil(seconds))
  const share = (at: number) => `${seconds > 0 ? Math.min(100, (100 * at) / seconds) : 0}%`
  return (
    <div className={`row gap4 relative ${s.controls}`}>
      <input
        className={s.scrub}
        type="range"
        min={0}
        max={seconds || 1}
        step="any"
        value={Math.min(second, seconds || 1)}
        disabled={isOff || seconds === 0}
        aria-label="Position"
        aria-valuetext={`${formatPosition(second)} of ${whole}`}
        style={{ '--at': share(second), '--there': share(buffered) } as CSSProperties}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
      <Key label={isRunning ? 'Pause' : 'Play'} isOff={isOff} onClick={() => onCommand({ do: 'toggle' })}>
        {isRunning ? <Icon name="player-pause-filled" stroke={2} /> : <Icon name="player-play-filled" stroke={2} />}
      </Key>
      {!isSmall && (
        <>
          <Key label="Back 10 seconds" isOff={isOff} onClick={() => onCommand({ do: 'move', by: -10 })}>
            <Icon name="rewind-backward-10" size={20} stroke={1.75} />
          </Key>
          <Key
            label="Mute"
            isOn={choices.isMuted || choices.volume === 0}
            isQuiet
            onClick={() => onCommand({ do: 'mute' })}
          >
            {choices.isMuted || choices.volume === 0 ? (
              <Icon name="volume-off" size={20} stroke={1.75} />
            ) : (
              <Icon name="volume" size={20} stroke={1.75} />
            )}
          </Key>
        </>
      )}
      <span className={`small nowrap semi ${s.time} num`}>
        {formatPosition(second)} <span>/ {whole}</span>
      </span>
      <span className={s.grow} />
      {!isSmall && (
        <>
          <select
            className={`rigid rounded strong touch center ${s.speed}`}
            aria-label="Speed"
            value={choices.speed}
            onChange={(event) => choose({ speed: Number(event.currentTarget.value) })}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
          {hasCues && (
            <Key label="Captions" isOn={choices.hasCaptions} onClick={() => onCommand({ do: 'captions' })}>
              <Icon name="badge-cc" size={20} stroke={1.75} />
            </Key>
          )}
          {document.pictureInPictureEnabled && (
            <Key
              label="Picture in picture"
              isOn={isInPicture}
              isOff={isOff}
              onClick={() => onCommand({ do: 'picture' })}
            >
              <Icon name="picture-in-picture" size={20} stroke={1.75} />
            </Key>
          )}
        </>
      )}
      <Key label="Full screen" isOn={isFull} isOff={isOff} isQuiet onClick={() => onCommand({ do: 'fullscreen' })}>
        {isFull ? <Icon name="minimize" size={20} stroke={1.75} /> : <Icon name="maximize" size={20} stroke={1.75} />}
      </Key>
    </div>
  )
}

type KeyProps = {
  label: string
  /** Makes it a toggle. */
  isOn?: boolean
  /** Shows the on state by its icon instead of its color. */
  isQuiet?: boolean
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}

function Key({ label, isOn, isQuiet, isOff, onClick, children }: KeyProps) {
  return (
    <button
      type="button"
      className={`inline rigid rounded ${s.key}`}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      data-lit={(isOn && !isQuiet) || undefined}
      disabled={isOff}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

export type PlayerCommand =
  | { do: 'toggle' }
  | { do: 'mute' }
  | { do: 'captions' }
  | { do: 'fullscreen' }
  | { do: 'picture' }
  | { do: 'move'; by: number }
  | { do: 'volume'; by: number }
  | { do: 'speed'; by: number }
  | { do: 'goTo'; share: number }

const commands: Record<string, PlayerCommand> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  ArrowLeft: { do: 'move', by: -5 },
  ArrowRight: { do: 'move', by: 5 },
  j: { do: 'move', by: -10 },
  l: { do: 'move', by: 10 },
  ArrowUp: { do: 'volume', by: 0.1 },
  ArrowDown: { do: 'volume', by: -0.1 },
  Home: { do: 'goTo', share: 0 },
  End: { do: 'goTo', share: 1 },
  m: { do: 'mute' },
  c: { do: 'captions' },
  f: { do: 'fullscreen' },
  i: { do: 'picture' },
  '<': { do: 'speed', by: -1 },
  '>': { do: 'speed', by: 1 },
}

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/**
 * Undefined for keys that aren't the player's or that the focused element handles. `on` is its tag name in capitals.
 */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Pressed, on: string): PlayerCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (/^[0-9]$/.test(key)) return on === 'SELECT' ? undefined : { do: 'goTo', share: Number(key) / 10 }
  if (on === 'BUTTON' && key === ' ') return undefined
  if (
    on === 'SELECT' &&
    (key === ' ' || key.startsWith('Arrow') || /^[a-z]$/.test(key) || key === 'Home' || key === 'End')
  )
    return undefined
  return commands[key.length === 1 ? key.toLowerCase() : key]
}

/** The slowest and fastest don't wrap around. */
export function speedNext(speeds: readonly number[], now: number, by: number): number {
  const place = speeds.indexOf(now)
  return speeds[Math.min(speeds.length - 1, Math.max(0, place + by))] ?? 1
}

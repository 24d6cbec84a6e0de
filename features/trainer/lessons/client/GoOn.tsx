import { Button } from '@mantine/core'
import { type Playing, useSecond } from '#core/client/player/playing.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { formatPosition } from '#core/contract/playing.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Lesson.module.css'

/** Positions within this many seconds count as equal. */
const NEAR = 5

/** Offers the later position from another device without moving the video here. */
export function GoOn({ second, playing }: { second: number; playing: Playing }) {
  const here = useSecond(playing)
  const isNarrow = useIsNarrow()
  if (Math.abs(second - here) < NEAR) return null
  return (
    <Button
      variant="default"
      fullWidth={isNarrow}
      className={s.goOn}
      leftSection={<Icon name="devices" stroke={1.75} />}
      onClick={() => playing.seekTo(second)}
    >
      Resume at {formatPosition(second)} from your other device
    </Button>
  )
}

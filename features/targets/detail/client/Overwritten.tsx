import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { dayIn } from '#core/contract/dates.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { conflictMessage, fieldNamed, formatEarlier, keyOfOver } from '../../client/overwrittenWords.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { editConflictsIn, type EditConflict as One } from '../../editConflicts.ts'
import type { EditInput } from '../../forms/contract.ts'
import { useStages } from '../../stages/client/useStages.ts'
import s from './Overwritten.module.css'

/** Stores the keys of dismissed conflicts on this device. */
const RECORD = 'overwritten-seen'
const KEEPS = 200

/** Lists conflicting changes, each with the earlier value one tap away. */
export function Overwritten({ target }: { target: Target }) {
  const { seen, dismiss } = useSeen()
  const zone = useZone()
  const me = useSession()?.user.id ?? ''
  if (!seen) return null
  const told = editConflictsIn(target).flatMap((one) => {
    const sentence = conflictMessage(one.over, { me, zone, now: new Date() })
    return sentence && !seen.includes(keyOfOver(target.id, one)) ? [{ one, sentence }] : []
  })
  if (told.length === 0) return null
  return (
    <ul className={`stack gap8 ${s.list}`} aria-label="Edited on two devices">
      {told.map(({ one, sentence }) => (
        <Line
          key={keyOfOver(target.id, one)}
          target={target}
          one={one}
          sentence={sentence}
          today={dayIn(zone, new Date())}
          onDone={() => dismiss(keyOfOver(target.id, one))}
        />
      ))}
    </ul>
  )
}

type LineProps = { target: Target; one: One; sentence: string; today: string; onDone: () => void }

function Line({ target, one, sentence, today, onDone }: LineProps) {
  const actions = useTargetActions()
  const [isOpen, setOpen] = useState(false)
  const { field, over } = one
  const { stages } = useStages()
  const earlier = formatEarlier(one, today, stages)
  const takeIt = () => {
    const { value } = over
    if (field === 'note') actions.writeNote(target.id, String(value), target.note)
    else if (field === 'stage') actions.move(target.id, value as string | null)
    else actions.editTarget(target.id, { [field]: value } as EditInput, target)
    onDone()
  }
  return (
    <li className={`card flex gap12 ${s.line}`}>
      <Icon name="devices" stroke={1.75} />
      <div className={`grow ${s.words}`}>
        <p>
          <b>{fieldNamed(field)}</b> {sentence}
        </p>
        {isOpen && <blockquote className={`mt8 break ${s.earlier}`}>{earlier || <i>It was empty.</i>}</blockquote>}
        <div className={`flex wrap gap8 mt8 ${s.acts}`}>
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide earlier text' : 'Show earlier text'}
          </Button>
          {isOpen && field !== 'step' && (
            <Button size="compact-sm" variant="default" onClick={takeIt}>
              Use it instead
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDone}>
            Dismiss
          </Button>
        </div>
      </div>
    </li>
  )
}

/** Null until loaded. A line disappears only once that is on disk, so that a reload doesn't restore it. */
function useSeen() {
  const engine = useEngine()
  const [seen, setSeen] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[]>([])
  useEffect(() => {
    let isHere = true
    void engine.readRecord<string[]>(RECORD).then((kept) => {
      if (!isHere) return
      latest.current = kept?.value ?? []
      setSeen(latest.current)
    })
    return () => {
      isHere = false
    }
  }, [engine])
  const dismiss = (key: string) => {
    latest.current = [...latest.current, key].slice(-KEEPS)
    const next = latest.current
    // If the disk is full, the line is hidden for this visit only.
    void engine
      .writeRecord(RECORD, next)
      .catch(() => undefined)
      .finally(() => setSeen(next))
  }
  return { seen, dismiss }
}

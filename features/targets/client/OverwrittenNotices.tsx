import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { useZone } from '#core/client/useToday.ts'
import { type Target, targetEndpoints } from '../contract.ts'
import { editConflictsIn } from '../overwriting.ts'
import { conflictMessage, keyOfOver } from './overwrittenWords.ts'
import { shortNameOf } from './words.ts'

/** Changes come in bursts. */
const BURST_MS = 300

/** Says once for each Target that what this person has written was written over another change, or the other way round, as soon as the device hears of it. */
export function OverwrittenNotices() {
  const rows = useEngine().of(targetEndpoints)
  const zone = useZone()
  const navigate = useNavigate()
  const me = useSession()?.user.id ?? ''
  useEffect(() => {
    const known = new Set<string>()
    const said = new Map<string, Set<string>>()
    // A device that is still reading its rows has nothing new to say of them.
    let isRead = rows.all().length > 0
    let timer: ReturnType<typeof setTimeout>
    const look = (say: (target: Target, sentence: string) => void) => {
      for (const target of rows.all() as readonly Target[])
        for (const one of editConflictsIn(target)) {
          const key = keyOfOver(target.id, one)
          if (known.has(key)) continue
          known.add(key)
          const sentence = conflictMessage(one.over, { me, zone, now: new Date() })
          if (sentence) say(target, sentence)
        }
    }
    const say = ({ id, ...target }: Target, sentence: string) => {
      if (location.pathname === `/target/${id}`) return
      const open = () => void navigate({ to: '/target/$id', params: { id } })
      const sentences = (said.get(id) ?? new Set()).add(sentence)
      said.set(id, sentences)
      const message = `${shortNameOf(target)}: ${[...sentences].join(' ')}`
      toast({ message, act: { label: 'Show', run: open }, about: `overwritten ${id}` })
    }
    // What was there at the start stands on the target's page.
    look(() => undefined)
    const unsubscribe = rows.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        look(isRead ? say : () => undefined)
        isRead ||= rows.all().length > 0
      }, BURST_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [rows, zone, me, navigate])
  return null
}

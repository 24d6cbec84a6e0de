import { useEffect } from 'react'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { useZone } from '#core/client/useToday.ts'
import { type Target, targetEndpoints } from '../contract.ts'
import { editConflictsIn } from '../editConflicts.ts'
import { shortNameOf } from './labels.ts'
import { conflictMessage, keyOfOver } from './overwrittenWords.ts'

/** Milliseconds to wait, because changes come in bursts. */
const BURST_MS = 300

/** Notifies the person once per Target when their change and another one overwrote each other. */
export function OverwrittenNotices() {
  const rows = useEngine().of(targetEndpoints)
  const zone = useZone()
  const navigate = useNavigate()
  const me = useSession()?.user.id ?? ''
  useEffect(() => {
    const known = new Set<string>()
    const said = new Map<string, Set<string>>()
    // Rows that are still loading aren't new changes.
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
    // Conflicts from before the start are only shown on the target's page.
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

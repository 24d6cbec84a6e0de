import { useEffect, useState } from 'react'
import type { FilingTarget } from '#core/client/feature.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine, useRows, useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { useZone } from '#core/client/useToday.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { useSteadyCallback } from '#core/ui/useSteadyCallback.ts'
import { type Contact, contactCollection } from '#features/contacts/contract.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import { shortNameOf } from '../../client/labels.ts'
import { contactsOn } from '../../contacts/firstContact.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { isJoined } from '../../facts.ts'
import s from './DropEmails.module.css'

/** Files emails and meetings that are dropped anywhere on the page. On a Target's page, they belong to that one. */
export function DropEmails({ onTarget = null }: { onTarget?: string | null }) {
  const engine = useEngine()
  const parts = useTouchParts()
  const zone = useZone()
  const ownEmail = useSession()?.user.email ?? ''
  const targets = useRows(targetEndpoints)
  const contacts = useRowsOnceLoaded(contactCollection)
  const file = useSteadyCallback((files: readonly File[]) => {
    if (!parts) return
    const known = new Map(contacts.map((contact) => [contact.id, contact]))
    void parts.file(engine, {
      files,
      targets: targets.filter(isOpen).map((target) => filingTarget(target, known)),
      onTarget,
      ownEmail,
      zone,
      onNew: (given) => targetDialogs.create(given),
      onMove: (touchId) => targetDialogs.moveTouch(touchId),
    })
  })
  const isOver = useDrops(parts !== undefined, file)
  if (!isOver) return null
  return (
    <div className={`grid centered ${s.over}`} aria-hidden>
      <p className={`card row gap12 lead ${s.said}`}>
        <Icon name="mail-plus" size={24} />
        Drop emails (.eml, .msg) or meetings (.ics) to file them
      </p>
    </div>
  )
}

const isOpen = (target: Target) => target.status !== 'deleted' && isJoined(target)

const filingTarget = (target: Target, known: ReadonlyMap<string, Contact>): FilingTarget => ({
  id: target.id,
  name: shortNameOf(target),
  isMine: target.owner_id === target.user_id,
  lastTouch: target.last_touch ?? null,
  status: target.status,
  contacts: contactsOn(target).map(({ id, name, email }) => ({
    id,
    name,
    emails: known.get(id)?.emails ?? (email ? [email] : []),
  })),
})

/** Returns whether files are over the page. Dialogs have drops of their own. */
function useDrops(isReady: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const isOurs = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true && !document.querySelector('[role="dialog"]')
    const over = (event: DragEvent) => {
      if (!isOurs(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!isOurs(event) || event.defaultPrevented) return
      event.preventDefault()
      onFiles([...event.dataTransfer!.files])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [isReady, onFiles])
  return isOver
}

import type { FilesToFile, FilingTarget } from '#core/client/feature.ts'
import { toast } from '#core/client/toasts.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { touchLimits } from '../contract.ts'
import { domainOfAddress } from '../mail/addresses.ts'
import { type MessageMatch, matchMessage } from '../mail/matchMessage.ts'
import { isPublicMailDomain } from '../mail/publicMailDomains.ts'
import { type DroppedFile, isDroppable, readDroppedFile } from './droppedFile.ts'
import { touchActionsOn } from './touchActionsOn.ts'

export async function fileDropped(engine: Engine, given: FilesToFile): Promise<void> {
  for (const file of given.files) {
    if (!isDroppable(file)) {
      toast({ message: `${file.name}: Only emails (.eml, .msg) and meetings (.ics) can be filed.`, color: 'red' })
      continue
    }
    const context = { arrivedAt: new Date().toISOString(), ownDomains: [], zone: given.zone }
    const read = await readDroppedFile(file, context)
    if ('refused' in read) toast({ message: `${file.name}: ${read.refused}`, color: 'red' })
    else fileOne(engine, read.found, given)
  }
}

function fileOne(engine: Engine, dropped: DroppedFile, given: FilesToFile): void {
  const { targets, onTarget, onNew, onMove } = given
  const match = matchOf(dropped, given)
  const target = targets.find(({ id }) => id === (match.kind === 'target' ? match.targetId : onTarget))
  if (!target) {
    const offered = match.kind === 'none' ? match.newTarget : null
    const named = dropped.subject ? ` “${dropped.subject}”` : ''
    toast({
      message: `No Target matches ${dropped.kind === 'email' ? 'the email' : 'the meeting'}${named}.`,
      stays: true,
      ...(offered && { act: { label: 'New Target from this email', run: () => onNew(offered) } }),
    })
    return
  }
  const input = inputOf(dropped, target, match)
  touchActionsOn(engine).file(input, target.name, dropped.problems, onMove)
}

/** A colleague's address has the domain of the person's own. */
function matchOf(dropped: DroppedFile, { targets, onTarget, ownEmail }: FilesToFile): MessageMatch {
  const domain = domainOfAddress(ownEmail)
  return matchMessage(dropped.message, {
    ownAddresses: [ownEmail],
    filingDomain: '',
    colleagueDomains: domain === '' || isPublicMailDomain(domain) ? [] : [domain],
    targets: targets.filter(({ id }) => onTarget === null || id === onTarget),
  })
}

const inputOf = (dropped: DroppedFile, { id, contacts }: FilingTarget, match: MessageMatch) => ({
  target_id: id,
  kind: dropped.kind,
  at: match.kind === 'target' && match.at && match.at < dropped.at ? match.at : dropped.at,
  direction: match.kind === 'target' ? match.direction : ('both' as const),
  contacts: contacts
    .filter((one) => match.kind === 'target' && match.contactIds.includes(one.id))
    .map((one) => ({ id: one.id, name: one.name })),
  minutes: dropped.minutes,
  subject: dropped.subject.slice(0, touchLimits.subject),
  text: dropped.text.slice(0, touchLimits.text),
  shown: false,
  dropped: {
    message_id: dropped.messageId,
    attachments: dropped.attachments,
    others: match.kind === 'target' ? match.others : [],
  },
})

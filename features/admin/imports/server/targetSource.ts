// Reads who or what the Target of a row came from, for a firm with referrals.
import { contactKeyOf } from '#core/contract/nameKeys.ts'
import { type CameFrom, referralLimits } from '#core/contract/referrals.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { hasAddress } from '#features/contacts/namesContract.ts'
import { valueKey } from '../cells.ts'
import { entryIn } from '../mappedSources.ts'
import type { SourceMeaning, TargetMapping } from '../mappingContract.ts'
import { detailsOfSource } from './newSources.ts'
import { refuseRow, shortened } from './rowCells.ts'
import type { SourceMatch } from './sourceMatches.ts'

/** `written` is '' for a row without a source. */
type SourceRow = {
  written: string
  match: SourceMatch | undefined
  owner: Actor /** The first contact. */
  contact: string
  email: string
}
/** `shown` is the source as the preview shows it. */
export type ReadSource = { from: CameFrom | null; shown: string }

const nowhere: ReadSource = { from: null, shown: '' }

/** The mapping has to name current entries only, see `withCurrentSources`. `userId` is the admin who imports. */
export function sourceReader({ sources = {}, other_sources = null }: TargetMapping, userId: string) {
  return (row: SourceRow, notices: string[]): ReadSource => {
    if (row.written === '') return nowhere
    const read = sourceOf(row, notices)
    const own = whyOwn(row, read.from)
    if (own === null) return read
    notices.push(own)
    return nowhere
  }

  function sourceOf({ written, match, owner }: SourceRow, notices: string[]): ReadSource {
    const chosen = sources[valueKey(written)]
    const means = chosen === 'new' && match?.kind === 'contact' ? undefined : chosen
    if (means) return asChosen(means, written, match, notices)
    if (match?.kind === 'entry') return { from: { source: match.name }, shown: match.name }
    if (match?.kind === 'colleague') return { from: { user_id: match.id, name: match.name }, shown: match.name }
    if (match?.kind === 'contact') {
      const { id, name, isPrivate } = match.contact
      if (isPrivate && owner.id !== userId)
        notices.push(`The contact “${shortened(written)}” is private so far. People on these Targets will see it.`)
      return { from: { contact_id: id, name }, shown: written }
    }
    if (match?.kind === 'none') {
      notices.push(`The source “${shortened(written)}” is read as none.`)
      return nowhere
    }
    if (match?.kind === 'several')
      return refuseRow(
        `Several contacts are called “${shortened(written)}.” Choose what this source means, or write an email address instead.`,
      )
    if (!other_sources)
      return refuseRow(
        `The source “${shortened(written)}” isn’t in your firm’s list, a colleague, or a contact that you see.`,
      )
    return asOthers(other_sources, written, notices)
  }

  function asChosen(means: SourceMeaning, written: string, match: SourceMatch | undefined, notices: string[]) {
    if (means === 'refuse') return refuseRow(`Rows with the source “${shortened(written)}” are skipped.`)
    if (means === 'new' && match?.kind === 'several' && match.made)
      return { from: { contact_id: match.made.id, name: match.made.name }, shown: written }
    if (means === 'none') notices.push(`The source “${shortened(written)}” isn’t imported, as you chose.`)
    return meant(means, written)
  }

  /** One notice for all of them, because there can be thousands. */
  function asOthers(means: SourceMeaning, written: string, notices: string[]) {
    const entry = entryIn(means)
    if (means === 'refuse') return refuseRow('Rows with other sources are skipped.')
    if (means === 'none') notices.push('Other sources aren’t imported, as you chose.')
    if (entry !== null) notices.push(`Other sources are imported as “${entry},” as you chose.`)
    return meant(means, written)
  }
}

function meant(means: SourceMeaning, written: string): ReadSource {
  const entry = entryIn(means)
  if (entry !== null) return { from: { source: entry }, shown: entry }
  return means === 'new' ? newContact(written) : nowhere
}

/** Applies the same limits and messages as for a contact that a person types. */
function newContact(written: string): ReadSource {
  const name = written.replaceAll(/\s+/g, ' ')
  const said = `The source “${shortened(name)}” can’t become a contact`
  if (name.length > referralLimits.contact)
    refuseRow(`${said}: The name is longer than ${referralLimits.contact} characters.`)
  if (detailsOfSource(name).emails.length === 0 && contactKeyOf(name) === '') refuseRow(`${said}: It isn’t a name.`)
  return { from: { contact_name: name }, shown: `${name} (new contact)` }
}

/** Returns that the Target would come from its own first contact or its owner, or null. */
function whyOwn({ written, match, owner, contact, email }: SourceRow, from: CameFrom | null): string | null {
  const none = 'so no source is imported'
  if (!from || 'source' in from) return null
  if ('user_id' in from) return from.user_id === owner.id ? `“${shortened(written)}” owns the Target, ${none}.` : null
  const name = 'contact_name' in from ? from.contact_name : (from.name ?? '')
  const key = contactKeyOf(name)
  const emails = match?.kind === 'contact' ? match.contact.emails : [written]
  const isFirst = (key !== '' && key === contactKeyOf(contact)) || (email !== '' && hasAddress(emails, email))
  return isFirst ? `“${shortened(written)}” is the Target’s own contact, ${none}.` : null
}

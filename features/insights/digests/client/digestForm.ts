// The values of the digest form and the input sent from them. No rendering and no calls.

import type { Audience } from '#core/contract/access.ts'
import { addDays } from '#core/contract/dates.ts'
import type { AddedLink } from '../../links/client/AddExternalDialog.tsx'
import type { Digest, DigestChange, DigestInput } from '../contract.ts'
import { digestMessages } from '../fields.ts'
import { keyOfContent, keyOfLink } from '../items.ts'
import type { DistributionList } from '../lists.ts'
import { validateDigest } from '../rules.ts'

/** A Library item or a link. `isAuto` marks a favorite added by auto-populate. */
export type DigestFormItem = { contentId: string; isAuto: boolean } | { link: AddedLink }

export type DigestValues = {
  title: string
  curated_by: string
  description: string
  subject: string
  preheader: string
  greets: boolean
  day: string
  time: string
  frequency: string
  template_id: string
  items: DigestFormItem[]
  auto_populate: boolean
  /** Null for the stored people, as long as they haven't loaded. Saving keeps them. */
  user_ids: string[] | null
  list_ids: string[]
  /** The same. */
  left_out_ids: string[] | null
}

/** Shortest lead time in the form, in milliseconds. The server accepts one minute less. Source: RULINGS, section 6. */
const LEAD = 300_000
const MORNING = '08:00'

export const keyOfItem = (item: DigestFormItem): string =>
  'contentId' in item ? keyOfContent(item.contentId) : keyOfLink(item.link.url)

export const blank = (author: string, today: string): DigestValues => ({
  title: '',
  curated_by: author,
  description: '',
  subject: '',
  preheader: '',
  greets: true,
  day: addDays(today, 1),
  time: MORNING,
  frequency: '1',
  template_id: '',
  items: [],
  auto_populate: false,
  user_ids: [],
  list_ids: [],
  left_out_ids: [],
})

export const digestFormValues = (digest: Digest, today: string): DigestValues => ({
  title: digest.title,
  curated_by: digest.curated_by,
  description: digest.description,
  subject: digest.subject,
  preheader: digest.preheader,
  greets: digest.greets,
  day: digest.date?.slice(0, 10) ?? addDays(today, 1),
  time: digest.date?.slice(11, 16) ?? MORNING,
  frequency: String(digest.frequency),
  template_id: digest.template_id ?? '',
  items: itemsIn(digest),
  auto_populate: digest.auto_populate,
  user_ids: digest.recipients?.map(({ user_id }) => user_id) ?? null,
  list_ids: digest.list_ids,
  left_out_ids: digest.left_out_ids,
})

export const itemsIn = ({ contents }: Digest): DigestFormItem[] =>
  contents.flatMap(({ content_id, is_auto, is_gone, external }): DigestFormItem[] => {
    if (content_id !== null) return is_gone ? [] : [{ contentId: content_id, isAuto: is_auto }]
    return external ? [{ link: { ...external, provider: external.provider } as AddedLink }] : []
  })

/** Returns the server's input. It leaves out auto-populated favorites, which the server chooses. */
export const digestInput = (
  { day, time, items, template_id, frequency, ...same }: DigestValues,
  draft: boolean,
): Omit<DigestChange, 'revision'> => ({
  ...same,
  date: day === '' || time === '' ? null : `${day} ${time}:00`,
  template_id: template_id === '' ? null : template_id,
  videoinsight_ids: items.flatMap((item) => ('contentId' in item && !item.isAuto ? item.contentId : [])),
  external_content: items.flatMap((item) => ('link' in item ? item.link : [])),
  frequency: Number(frequency) as DigestInput['frequency'],
  draft,
})

/** Returns a message for each invalid field, and an empty object if the digest can be created. */
export function validateForm(
  values: DigestValues,
  { now, zone }: { now: string; zone: string },
): Record<string, string> {
  const later = new Date(Date.parse(now) + LEAD - 240_000).toISOString()
  const input = digestInput(values, false)
  // Only a digest with people has some that haven't loaded.
  const people = { user_ids: input.user_ids ?? ['stored'], left_out_ids: input.left_out_ids ?? [] }
  const { date, videoinsight_ids, external_content, user_ids, ...rest } = validateDigest(
    { ...input, ...people },
    { now: later, zone },
  )
  return {
    ...rest,
    ...(date && { day: date }),
    ...((videoinsight_ids ?? external_content) && { items: videoinsight_ids ?? external_content! }),
    ...(user_ids && { user_ids }),
  }
}

const isAuto = (item: DigestFormItem) => 'contentId' in item && item.isAuto

/** In the email's order: auto-populated favorites come last. */
const inOrder = (items: readonly DigestFormItem[]): DigestFormItem[] => [
  ...items.filter((one) => !isAuto(one)),
  ...items.filter((one) => isAuto(one)),
]

/** Adds an item. Returns null and reports it if the item is already there. */
export function withItem(
  items: readonly DigestFormItem[],
  item: DigestFormItem,
  say: (sentence: string) => void,
): DigestFormItem[] | null {
  const key = keyOfItem(item)
  const at = items.findIndex((one) => keyOfItem(one) === key)
  // Adding an auto-populated favorite makes it the person's own choice.
  if (at >= 0 && isAuto(items[at]!)) return inOrder(items.with(at, item))
  if (at >= 0) {
    say(digestMessages.added)
    return null
  }
  return inOrder([...items, item])
}

/** Returns the number of items that the person chose. Only these can be reordered. */
export const chosenIn = (items: readonly DigestFormItem[]): number => items.filter((one) => !isAuto(one)).length

/** Moves an item to another position. */
export function moved(items: readonly DigestFormItem[], from: number, to: number): DigestFormItem[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)]
}

export type Recipients = { user_ids: string[]; list_ids: string[]; left_out_ids: string[] }

/** Returns null while some of the people haven't loaded. */
export const loadedRecipients = ({ user_ids, list_ids, left_out_ids }: DigestValues): Recipients | null =>
  user_ids && left_out_ids && { user_ids, list_ids, left_out_ids }

/** Returns everyone whom these people and lists currently include, each once, with those left out. */
export function contactsOf(
  { user_ids, list_ids }: Pick<Recipients, 'user_ids' | 'list_ids'>,
  lists: readonly DistributionList[],
  reach: Audience | undefined,
): Set<string> {
  const groups = new Map(reach?.groups.map((group) => [group.id, group.user_ids]))
  const ofLists = lists
    .filter(({ id }) => list_ids.includes(id))
    .flatMap((list) => [
      ...(list.users ?? []).filter((one) => !one.is_deactivated).map((one) => one.user_id),
      ...list.group_ids.flatMap((id) => groups.get(id) ?? []),
    ])
  return new Set([...user_ids, ...ofLists])
}

/** Deselects a person selected only by name. A person on a list, or among everyone, is left out instead. */
export function withoutRecipient(
  { user_ids, list_ids, left_out_ids }: Recipients,
  userId: string,
  lists: readonly DistributionList[],
  reach: Audience,
): Recipients {
  const isAll = user_ids.length === reach.users.length
  const users = isAll ? user_ids : user_ids.filter((id) => id !== userId)
  const isStillMeant = contactsOf({ user_ids: users, list_ids }, lists, reach).has(userId)
  return { user_ids: users, list_ids, left_out_ids: isStillMeant ? [...left_out_ids, userId] : left_out_ids }
}

/** Includes a person again, by a list or by name. */
export function withPerson(
  { user_ids, list_ids, left_out_ids }: Recipients,
  userId: string,
  lists: readonly DistributionList[],
  reach: Audience,
): Recipients {
  const isMeant = contactsOf({ user_ids, list_ids }, lists, reach).has(userId)
  return {
    user_ids: isMeant ? user_ids : [...user_ids, userId],
    list_ids,
    left_out_ids: left_out_ids.filter((id) => id !== userId),
  }
}

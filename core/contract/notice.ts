// What there is to tell people: a kind of notice, said once by the feature that tells it. Pure: settings, mails and screens are drawn from it.
import { z } from 'zod'
import type { Flag } from './area.ts'
import type { Settings } from './session.ts'

export const NoticeChannel = z.enum(['email', 'push'])
export type NoticeChannel = z.infer<typeof NoticeChannel>

/** How much leaves the app: chosen at once, where the switches are turned one by one. What doesn't leave is in the inbox. */
export const Level = z.enum(['asks', 'daily', 'everything'])
export type Level = z.infer<typeof Level>
/** The level of new people. */
export const NEW_PEOPLE_LEVEL: Level = 'daily'

export type Notice = {
  /** For ever: settings, inboxes and links in mails keep it. */
  kind: string
  /** As a person reads it in the settings and in mails: 'Weekly alerts'. */
  label: string
  /** What the firm has subscribed to while it is told and read. None: every firm. */
  flag?: Flag
  /** In the settings: when it comes. */
  why?: string
  /** The ways that can be turned off, each with an administrator's words for the switch. None: it was asked for, and always comes. */
  switches: Partial<Record<NoticeChannel, string>>
  /** By mail and push: after quiet hours; together with others of the day; or at the very minute, which the person chose. */
  leaves: 'soon' | 'bundled' | 'asked'
  /**
   * The quietest level that it leaves at. 'asks': it asks for an answer or an action of the person's own, and leaves by all its ways at every
   * level. 'daily': its mails are gathered or come at set times. Without it: at Everything alone.
   */
  level?: 'asks' | 'daily'
  /** The title of a push. */
  title: string
  /** What a mail's button is called. */
  button: string
  /** What several lines are called together: '3 reminders'. */
  several: (count: number) => string
  /** Why the mail comes, where that is not the switch. */
  because?: string
  /** Said where its mails are turned off: what of them stays. Otherwise it stays in the inbox. */
  stays?: string
}

export const defineNotice = (notice: Notice): Notice => notice

/** One line for one person. */
export type News = {
  notice: Notice
  userId: string
  /** Names the occasion: of the same person, told once. */
  occasion: string
  /** A whole sentence, and what follows it; plain text. */
  text: string
  details: string[]
  /** Where it leads in the app. */
  path: string
  /** What it is about. */
  subjectId: string | null
  actorId: string | null
  /** The action that it tells of. */
  key: string | null
}
/** Days that the inbox keeps. */
export const KEEP_DAYS = 90
export const INBOX_PATH = '/notifications'

/** The name of the setting that turns a way off or on. */
export const switchName = (kind: string, way: NoticeChannel): string => `ping-${kind}-${way}`
export const SwitchName = z.string().regex(/^ping-[a-z][a-z_]*-(email|push)$/, 'Unknown setting.')

/** A switch that was never turned is on; any other setting is off then. */
export const settingOf = (settings: Settings, name: string): number =>
  settings[name] ?? (name.startsWith('ping-') ? 1 : 0)
export const isNoticeOn = (settings: Settings, name: string): boolean => settingOf(settings, name) > 0

/** All switches in the order of the settings. */
export const switchesOf = (notices: readonly Notice[]) =>
  notices.flatMap(({ kind, switches }) =>
    NoticeChannel.options.flatMap((way) => {
      const label = switches[way]
      return label === undefined ? [] : { name: switchName(kind, way), label, kind, way }
    }),
  )

/** Every switch as a level has it. */
export const switchesAt = (notices: readonly Notice[], level: Level): Record<string, 0 | 1> =>
  Object.fromEntries(
    notices.flatMap((notice) =>
      switchesOf([notice]).map(({ name, way }) => [name, isOnAt(notice.level, way, level) ? 1 : 0]),
    ),
  )

function isOnAt(from: Notice['level'], way: NoticeChannel, level: Level): boolean {
  if (level === 'everything' || from === 'asks') return true
  return level === 'daily' && from === 'daily' && way === 'email'
}

/** The level whose switches these are; null where a person has chosen their own. */
export const noticeLevel = (notices: readonly Notice[], settings: Settings): Level | null =>
  Level.options.find((level) =>
    Object.entries(switchesAt(notices, level)).every(([name, value]) => settingOf(settings, name) === value),
  ) ?? null

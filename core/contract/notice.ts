// A kind of notification, defined once by its feature. Pure.
import { z } from 'zod'
import type { Flag } from './area.ts'
import type { Settings } from './session.ts'

export const NoticeChannel = z.enum(['email', 'push'])
export type NoticeChannel = z.infer<typeof NoticeChannel>

/** Determines the notices sent by email and push. The rest is only in the inbox. */
export const Level = z.enum(['asks', 'daily', 'everything'])
export type Level = z.infer<typeof Level>
export const NEW_PEOPLE_LEVEL: Level = 'daily'

export type Notice = {
  /** Can never change: settings, inboxes, and email links store it. */
  kind: string
  /** Label in settings and emails: 'Weekly alerts'. */
  label: string
  /** Flag required to send and show it. Without one, every firm gets it. */
  flag?: Flag
  /** Timing, as shown in the settings. */
  why?: string
  /** Channels that can be turned off, with the administrator's labels. A notice without any is always sent. */
  switches: Partial<Record<NoticeChannel, string>>
  /**
   * Email and push are sent after quiet hours ('soon'), in the daily bundle ('bundled'), or at the minute the person
   * chose ('asked').
   */
  leaves: 'soon' | 'bundled' | 'asked'
  /**
   * Quietest level that sends it. 'asks' needs the person's answer and uses all channels at every level. 'daily' emails
   * are bundled or scheduled. Without one, only Everything sends it.
   */
  level?: 'asks' | 'daily'
  title: string
  button: string
  /** Summary of several lines: '3 reminders'. */
  several: (count: number) => string
  /** Reason for the email if not the switch. */
  because?: string
  /** Says what people still get without the emails. By default, that is the inbox. */
  stays?: string
}

export const defineNotice = (notice: Notice): Notice => notice

/** One notification for one person. */
export type News = {
  notice: Notice
  userId: string
  /** A person is notified once per occasion. */
  occasion: string
  /** A sentence and its details, in plain text. */
  text: string
  details: string[]
  path: string
  /** ID of the row it is about. */
  subjectId: string | null
  actorId: string | null
  /** Key of the action it reports. */
  key: string | null
}
/** Retention of the inbox in days. */
export const KEEP_DAYS = 90
export const INBOX_PATH = '/notifications'

export const switchName = (kind: string, way: NoticeChannel): string => `ping-${kind}-${way}`
export const SwitchName = z.string().regex(/^ping-[a-z][a-z_]*-(email|push)$/, 'Unknown setting.')

/** A switch is on by default, any other setting is off. */
export const settingOf = (settings: Settings, name: string): number =>
  settings[name] ?? (name.startsWith('ping-') ? 1 : 0)
export const isNoticeOn = (settings: Settings, name: string): boolean => settingOf(settings, name) > 0

export const switchesOf = (notices: readonly Notice[]) =>
  notices.flatMap(({ kind, switches }) =>
    NoticeChannel.options.flatMap((way) => {
      const label = switches[way]
      return label === undefined ? [] : { name: switchName(kind, way), label, kind, way }
    }),
  )

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

/** Returns null if the person chose their own switches. */
export const noticeLevel = (notices: readonly Notice[], settings: Settings): Level | null =>
  Level.options.find((level) =>
    Object.entries(switchesAt(notices, level)).every(([name, value]) => settingOf(settings, name) === value),
  ) ?? null

import {
  IconBook2,
  IconCalendarEvent,
  IconFileAnalytics,
  IconFileText,
  IconHeadphones,
  IconHelpCircle,
  IconVideo,
  IconWorld,
} from '@tabler/icons-react'
import type { Content, Kind } from '../contract.ts'

const icons: Record<Kind, typeof IconVideo> = {
  document: IconFileText,
  podcast: IconHeadphones,
  event: IconCalendarEvent,
  guide: IconBook2,
  whitepaper: IconFileAnalytics,
  FAQ: IconHelpCircle,
  video: IconVideo,
}

export const iconOf = ({ kind, content_type: type }: Pick<Content, 'kind' | 'content_type'>) =>
  type === 'blog' && kind === 'document' ? IconWorld : icons[kind]

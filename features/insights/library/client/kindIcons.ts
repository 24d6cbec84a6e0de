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
import type { Kind, LibraryItem } from '../contract.ts'

const icons: Record<Kind, typeof IconVideo> = {
  document: IconFileText,
  podcast: IconHeadphones,
  event: IconCalendarEvent,
  guide: IconBook2,
  whitepaper: IconFileAnalytics,
  FAQ: IconHelpCircle,
  video: IconVideo,
}

export const iconOf = ({ kind, content_type: type }: Pick<LibraryItem, 'kind' | 'content_type'>) =>
  type === 'blog' && kind === 'document' ? IconWorld : icons[kind]

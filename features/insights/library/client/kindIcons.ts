import type { IconName } from '#core/ui/iconNames.ts'
import type { Kind, LibraryItem } from '../contract.ts'

const icons: Record<Kind, IconName> = {
  document: 'file-text',
  podcast: 'headphones',
  event: 'calendar-event',
  guide: 'book-2',
  whitepaper: 'file-analytics',
  FAQ: 'help-circle',
  video: 'video',
}

export const iconOf = ({ kind, content_type: type }: Pick<LibraryItem, 'kind' | 'content_type'>) =>
  type === 'blog' && kind === 'document' ? 'world' : icons[kind]

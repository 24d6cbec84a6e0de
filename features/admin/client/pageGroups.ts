import type { RailGroup } from '#core/client/shell/RailNav.tsx'
import { placePath } from './place.ts'

type Listed = { name: string; label: string; group?: string | undefined }

/** Groups the pages of Admin by heading, in navigation order. Pages without a heading come first. */
export const pageGroups = (tabs: readonly Listed[]): RailGroup[] =>
  [...Map.groupBy(tabs, ({ group }) => group)].map(([title, pages]) => ({
    title,
    links: pages.map(({ name, label }) => ({ label, to: placePath(name) })),
  }))

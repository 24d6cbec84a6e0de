import type { RailGroup } from '#core/client/shell/RailNav.tsx'
import { placePath } from './place.ts'

type Listed = { name: string; label: string; group?: string | undefined }

/** The pages of Admin below the headings of its navigation, in their order; those without a heading come first. */
export const pageGroups = (tabs: readonly Listed[]): RailGroup[] =>
  [...Map.groupBy(tabs, ({ group }) => group)].map(([title, pages]) => ({
    title,
    links: pages.map(({ name, label }) => ({ label, to: placePath(name) })),
  }))

// What is always loaded together goes into one file: forty small files cost more to fetch and compress worse.
import { basename, join } from 'node:path'

type Modules = { getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null }
const root = join(import.meta.dirname, '..')
/** Of these packages only what is used is taken: their list of all they have says nothing about that. */
const catalogue = /\/node_modules\/(@mantine|@tabler)\//
const icon = /\/@tabler\/icons-react\/.*\/icons\//

/**
 * Names a module's file: the first of `parts` (a part's name, and the components it begins with, paths from the root) that needs it.
 * Packages that the entry needs are 'first'; what `apart` needs too is 'shared', so that it can be had without the rest.
 * Whatever a module imports is in its own part or an earlier one, or stands alone: parts that import each other would start in the wrong order.
 */
export function chunkGroups(entry: string, apart: readonly string[], parts: readonly [string, readonly string[]][]) {
  let names: Map<string, string> | undefined
  return (id: string, modules: Modules): string | null => {
    names ??= nameAll(modules)
    return names.get(icon.test(id) ? basename(id, '.mjs') : id) ?? null
  }

  function nameAll(modules: Modules): Map<string, string> {
    const ofEntry = reached(modules, [entry])
    const ofApart = reached(modules, apart)
    const names = new Map([...ofEntry].filter((id) => id.includes('/node_modules/')).map((id) => [id, 'first']))
    for (const [part, files] of parts)
      for (const id of reached(modules, files))
        if (!names.has(id) && !ofEntry.has(id)) names.set(id, ofApart.has(id) ? 'shared' : part)
    return names
  }
}

/** All modules that these import, and what those import, without what is loaded later; icons by their names. */
function reached(modules: Modules, files: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = files.map((file) => join(root, file))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || catalogue.test(id)) continue
    found.add(id)
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
    waiting.push(...importedIds)
    for (const [name] of code?.matchAll(/\bIcon[A-Z]\w+/g) ?? []) found.add(name)
  }
  return found
}

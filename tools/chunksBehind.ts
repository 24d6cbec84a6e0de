// Finds the built files that a screen needs before it can be shown.
export type Chunk = {
  type: 'chunk'
  fileName: string
  code: string
  isEntry: boolean
  imports: string[]
  facadeModuleId: string | null
  moduleIds: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/** The chunks of these component files with their static imports. `withEntry` adds the entry's own. */
export function chunksBehind(bundle: object, files: readonly string[], withEntry: boolean): Chunk[] {
  const chunks = (Object.values(bundle) as Chunk[]).filter((one) => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closure = (roots: Chunk[]) => {
    const found = new Set<string>()
    const take = (name: string) => {
      if (found.has(name)) return
      found.add(name)
      for (const imported of byName.get(name)?.imports ?? []) take(imported)
    }
    for (const { fileName } of roots) take(fileName)
    return found
  }
  const isOneOf = (chunk: Chunk) => chunk.moduleIds.some((id) => files.some((file) => id.endsWith(`/${file}`)))
  const entry = closure(chunks.filter((chunk) => chunk.isEntry))
  const names = closure(chunks.filter(isOneOf))
  for (const name of entry) withEntry ? names.add(name) : names.delete(name)
  return [...names].map((name) => byName.get(name)).filter((chunk) => chunk !== undefined)
}

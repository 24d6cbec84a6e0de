// Determines which built files load first, from the features' client/firstLoad.ts.
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FirstLoad } from '#core/client/firstLoad.ts'

type Declared = Omit<FirstLoad, 'files'> & { files: string[] }
export type SplashScreen = { opens: 'signedOut' | RegExp; files: string[] }

/**
 * `common` are files of every page, signed in or not. `soon` are files that every page behind the sign-in requests
 * right after it renders. Paths are relative to the repository root.
 */
export async function firstLoads(root: string, common: readonly string[], soon: readonly string[]) {
  const declared: Declared[] = [
    { name: 'first', files: [...common] },
    { name: 'soon', files: [...soon], opens: 'later' },
  ]
  for (const path of globSync('features/*/client/firstLoad.ts', { cwd: root }).sort()) {
    const folder = dirname(dirname(path.replaceAll('\\', '/')))
    const { firstLoad } = (await import(pathToFileURL(join(root, path)).href)) as { firstLoad: readonly FirstLoad[] }
    const here = firstLoad.map((one) => ({ ...one, files: one.files.map((file) => `${folder}/${file}`) }))
    const missing = here.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))
    if (missing.length > 0) throw new Error(`${path} names files that are not there: ${missing.join(', ')}.`)
    declared.push(...here)
  }
  const filesFor = (isWanted: (one: Declared) => boolean) => declared.filter(isWanted).flatMap(({ files }) => files)
  const isEverywhere = ({ name, opens }: Declared) => opens === undefined && name !== 'first'
  const openings: SplashScreen[] = declared.flatMap(({ opens, files }) =>
    opens instanceof RegExp ? [{ opens, files: [...filesFor(isEverywhere), ...files] }] : [],
  )
  const filesSignedOut = filesFor(({ opens }) => opens === 'signedOut')
  openings.push({ opens: 'signedOut', files: filesSignedOut })
  // Every other screen starts with the files common to all pages behind the sign-in.
  openings.push({ opens: /^/, files: filesFor(isEverywhere) })
  return {
    openings,
    filesSignedOut,
    /** For signed-in people. */
    filesAt: (path: string) => openings.find(({ opens }) => opens instanceof RegExp && opens.test(path))?.files ?? [],
    /** Each group takes the static imports that no earlier group has. */
    groups: [...new Set(declared.sort((a, b) => turn(a) - turn(b)).map(({ name }) => name))].map((name, place, all) => {
      const files = filesFor((one) => one.name === name)
      return { name, priority: all.length - place, test: (id: string) => files.some((file) => id.endsWith(`/${file}`)) }
    }),
  }
}

/** Files of all pages first, then those for signed-out people, then those of all pages behind the sign-in. */
function turn({ name, opens }: Declared): number {
  if (name === 'first') return 0
  if (opens === 'signedOut') return 1
  if (opens === 'later') return name === 'soon' ? 4 : 5
  return opens === undefined ? 2 : 3
}

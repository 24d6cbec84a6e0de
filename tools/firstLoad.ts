// Which files of the build come first, as every feature's client/firstLoad.ts says it.
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FirstLoad } from '#core/client/firstLoad.ts'

type Declared = Omit<FirstLoad, 'files'> & { files: string[] }
export type SplashScreen = { opens: 'signedOut' | RegExp; files: string[] }

/** `common`: files that every page needs, signed in or not; `soon`: what every page inside asks for once it stands. All paths are from the root of the house. */
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
  // Every other screen begins with what all inside have in common.
  openings.push({ opens: /^/, files: filesFor(isEverywhere) })
  return {
    openings,
    filesSignedOut,
    /** What somebody who is signed in needs at this address. */
    filesAt: (path: string) => openings.find(({ opens }) => opens instanceof RegExp && opens.test(path))?.files ?? [],
    /** For the build: each takes what its files import at once and no group above it has. */
    groups: [...new Set(declared.sort((a, b) => turn(a) - turn(b)).map(({ name }) => name))].map((name, place, all) => {
      const files = filesFor((one) => one.name === name)
      return { name, priority: all.length - place, test: (id: string) => files.some((file) => id.endsWith(`/${file}`)) }
    }),
  }
}

/** What all have in common, then what opens to those who are signed out, then what all inside have in common. */
function turn({ name, opens }: Declared): number {
  if (name === 'first') return 0
  if (opens === 'signedOut') return 1
  if (opens === 'later') return name === 'soon' ? 4 : 5
  return opens === undefined ? 2 : 3
}

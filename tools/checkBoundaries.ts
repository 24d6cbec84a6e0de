// Fails when an import crosses an architectural boundary or a name breaks a convention (docs/architecture.md). Rules
// are patterns, so that they cover new features. Run by `npm run check`, or by `node tools/checkBoundaries.ts <folder>`
// for another tree.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const rooms = ['{app,core,features,tests,tools,bench}/**/*.{ts,tsx,mjs}', 'wrappers/*/{*,src/**/*}.{ts,tsx,mjs}']
const isTest = (file: string) => /\.(test|e2e)\.tsx?$|\/testing\//.test(file)
const side = (file: string) => {
  if (/\/client(\/|\.)|^core\/ui\/|\.tsx$/.test(file)) return 'client'
  return /\/server(\/|\.)|\/features?\.ts$/.test(file) ? 'server' : 'both'
}
const feature = (file: string) => file.match(/^features\/([^/]+)\//)?.[1]
/** Relative imports are allowed inside this folder: a feature, a part of the core, or a top-level folder. */
const roomOf = (file: string) => file.match(/^(?:features|core)\/[^/]+\/|^[^/]+\//)?.[0] ?? ''

type Imports = ReadonlyMap<string, readonly Import[]>
/** `isRunFirst`: running the importing file runs the imported one first. */
type Import = { to: string; isRelative: boolean; isRunFirst: boolean }

/** Returns violations as `file: sentence`, by file, then cycles. `root` contains app, core, and features. */
export function boundaryProblems(root: string): string[] {
  const files = globSync(rooms, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const imports = new Map([...sources].map(([file, source]) => [file, importsOf(file, source)]))
  const needing = needingFeatures(imports)
  const problems = files.flatMap((file) => {
    const source = sources.get(file)!
    return [...nameProblems(file), ...exportProblems(file, source), ...importProblems(file, imports, needing)].map(
      (why) => `${file}: ${why}`,
    )
  })
  return [...problems, ...fileCycles(imports), ...featureCycles(imports)]
}

// — imports ————————————————————————————————————————————————————————————————————————————————————

/** Shared test files that import a feature, directly or through another. */
function needingFeatures(all: Imports): ReadonlySet<string> {
  const imports = [...all].flatMap(([file, its]) =>
    file.startsWith('tests/') ? [[file, its.map(({ to }) => to)] as const] : [],
  )
  const needing = new Set<string>()
  const isNeeding = (to: string) => /^(features|app)\//.test(to) || needing.has(to)
  for (let before = -1; before < needing.size; ) {
    before = needing.size
    for (const [file, to] of imports) if (to.some(isNeeding)) needing.add(file)
  }
  return needing
}

function importProblems(from: string, all: Imports, needing: ReadonlySet<string>): string[] {
  const imports = all.get(from)!
  const sides = new Set(imports.map(({ to }) => side(to)))
  if (/^app\//.test(from) && !isTest(from) && sides.has('client') && sides.has('server'))
    return ['composes the client or the server, not both']
  return imports.flatMap(({ to, isRelative }) => {
    const say = (why: string) => [`imports ${to}: ${why}`]
    // A separate package can't use the product's '#' imports.
    if (isRelative && roomOf(from) !== roomOf(to) && !`${from} ${to}`.includes('wrappers/'))
      return say('imports from another folder start with #, not ../')
    return [
      directionProblem(from, to),
      coreTestProblem(from, to, needing),
      listProblem(from, to),
      suffixProblem(from, to),
      meetingProblem(from, to),
      sideProblem(from, to),
    ].flatMap((why) => (why ? say(why) : []))
  })
}

/**
 * `import { type A }` runs the file, because only `import type` disappears entirely. An `import()` runs it later, unless
 * the file awaits it outside of a function.
 */
function importsOf(file: string, source: string): Import[] {
  const found = [
    ...source.matchAll(
      /^\s*(?:import|export)\b(\s+type\b(?!\s*(?:,|from\b)))?(?:[^'"`;=]*?\bfrom)?\s*['"]([#.][^'"]+)['"]|(^\S(?:(?!=>|\bfunction\b).)*?\bawait )?\bimport\(\s*['"]([#.][^'"]+)['"]/gm,
    ),
  ]
  return found.map(([, type, plain, awaited, dynamic]) => {
    const written = plain ?? dynamic ?? ''
    const isRunFirst = plain === undefined ? awaited !== undefined : type === undefined
    return written.startsWith('#')
      ? { to: written.slice(1), isRelative: false, isRunFirst }
      : { to: normalize(join(dirname(file), written)).replaceAll('\\', '/'), isRelative: true, isRunFirst }
  })
}

function directionProblem(from: string, to: string): string | undefined {
  const isSupport = /^(tests|tools|bench)\/|\/testing\//
  if (from.startsWith('wrappers/')) return wrapperProblem(from, to)
  if (isTest(from) || isSupport.test(from)) return
  if (isSupport.test(to)) return 'the product can’t import tests and tools'
  if (from.startsWith('core/') && !to.startsWith('core/')) return 'core can’t import features'
  if (from.startsWith('features/') && to.startsWith('app/')) return 'only app composes features'
}

/** Code in an app can import only its interface with the client and the server's contracts. */
function wrapperProblem(from: string, to: string): string | undefined {
  if (!/^wrappers\/[^/]+\/src\//.test(from) || to.startsWith('wrappers/') || /^public\//.test(to)) return
  if (!/^core\/(client\/nativeShell\.ts$|contract\/)/.test(to))
    return 'a wrapper can only import core/client/nativeShell.ts and contracts'
}

function coreTestProblem(from: string, to: string, needing: ReadonlySet<string>): string | undefined {
  if (!from.startsWith('core/') || !isTest(from)) return
  if (/^(features|app)\//.test(to) || needing.has(to))
    return 'core’s tests can’t import features. Use the sample feature in core/**/testing'
}

/** A test that opens a database needs this suffix, or it would run without one. */
function suffixProblem(from: string, to: string): string | undefined {
  if (!/\.test\.tsx?$/.test(from) || from.endsWith('.server.test.ts')) return
  if (/^tests\/(api|database|installation)\.ts$/.test(to))
    return 'a test that needs a server or a database must be a *.server.test.ts'
}

function listProblem(from: string, to: string): string | undefined {
  if (!/^app\//.test(from) || isTest(from) || !feature(to)) return
  if (!/^features\/[^/]+\/feature\.tsx?$/.test(to)) return 'app can only import a feature’s feature.ts or feature.tsx'
}

function meetingProblem(from: string, to: string): string | undefined {
  const [mine, theirs] = [feature(from), feature(to)]
  if (!mine || !theirs || mine === theirs || /(\/contract|Contract)\.ts$/.test(to)) return
  if (to.endsWith('/samples.ts') && (isTest(from) || from.endsWith('/samples.ts'))) return
  return 'features can only import each other’s contract.ts (and samples.ts in tests)'
}

function sideProblem(from: string, to: string): string | undefined {
  if (isTest(from) || !/^(app|core|features)\//.test(from)) return
  // An app file's imports determine which side it is on.
  if (/^app\//.test(from) && side(from) === 'both') return
  if (side(from) !== 'client' && side(to) === 'client') return 'only client code can import client code'
  if (side(from) !== 'server' && side(to) === 'server') return 'only server code can import server code'
}

// — cycles —————————————————————————————————————————————————————————————————————————————————————

/** Files of a cycle run in an order that depends on where it is entered, so some see exports before they exist. */
function fileCycles(imports: Imports): string[] {
  const run = new Map(
    [...imports].map(([file, its]) => [file, its.flatMap(({ to, isRunFirst }) => (isRunFirst ? to : []))]),
  )
  return cyclesIn(run).map((files) => {
    const path = [...files, files[0]].join(' → ')
    return `${files[0]}: imports itself: ${path}. Move what they share to a file that imports none of them`
  })
}

/** Counts types and `import()`, but not ports and tests. */
function featureCycles(imports: Imports): string[] {
  const whys = new Map<string, Map<string, string>>()
  for (const [from, its] of imports) {
    const mine = feature(from)
    if (!mine || isTest(from) || from.endsWith('/samples.ts')) continue
    for (const { to } of its) {
      const theirs = feature(to)
      if (!theirs || theirs === mine || to.endsWith('/server/contract.ts')) continue
      whys.set(mine, (whys.get(mine) ?? new Map()).set(theirs, `${from} imports ${to}`))
    }
  }
  return cyclesIn(new Map([...whys].map(([from, to]) => [from, [...to.keys()]]))).map((cycle) => {
    const steps = cycle.map((one, place) => whys.get(one)!.get(cycle[(place + 1) % cycle.length]!))
    return `features/${cycle[0]}: imports itself through other features: ${steps.join(', ')}. Use a port or a slot, or move what they share to core`
  })
}

/** Returns the shortest cycle through each file that isn't in an earlier one. The last leads back to the first. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const left = new Set(imports.keys())
  const next = (from: string) => (imports.get(from) ?? []).filter((to) => left.has(to))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const one of left) if (next(one).length === 0) left.delete(one)
  }
  return [...left].flatMap((first) => {
    const cycle = left.has(first) ? cycleThrough(first, next) : undefined
    for (const one of cycle ?? []) left.delete(one)
    return cycle ? [cycle] : []
  })
}

function cycleThrough(first: string, next: (from: string) => string[]): string[] | undefined {
  const paths = [[first]]
  const seen = new Set<string>()
  for (const path of paths)
    for (const to of next(path.at(-1)!)) {
      if (to === first) return path
      if (!seen.has(to)) paths.push([...path, to])
      seen.add(to)
    }
}

// — names and exports ——————————————————————————————————————————————————————————————————————————

const emptyWords = /^(utils?|helpers?|misc|common|managers?|handlers?)$/i
const emptyNames = /^(data|info|handle|process)$/i
const wordsOf = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s.\-_]+/)

function nameProblems(file: string): string[] {
  const isEmpty = (name: string) => emptyNames.test(name) || wordsOf(name).some((word) => emptyWords.test(word))
  const stem = basename(file).replace(/(\.(test|e2e|d))?\.\w+$/, '')
  const said = [...dirname(file).split('/'), stem]
    .filter(isEmpty)
    .map((name) => `'${name}' is too vague. Name the idea.`)
  if (/^[A-Z].*\.(ts|mjs)$/.test(basename(file)) && !/\.(test|e2e)\.ts$/.test(file))
    said.push('PascalCase is for a .tsx file with one component')
  if (/[-_]/.test(stem)) said.push('file names are camelCase, or PascalCase for a component')
  if (stem === 'index') said.push('no barrels: import from the file that holds the thing')
  return said
}

function exportProblems(file: string, source: string): string[] {
  const said: string[] = []
  if (/^export \*/m.test(source)) said.push('no barrels: `export *` hides where a thing lives')
  // Playwright requires a default export for its setup, and both test runners for reporters.
  if (
    /^export default\b/m.test(source) &&
    !/^(tests\/|tools\/\w+Progress\.ts|wrappers\/.*playwright\.config)/.test(file)
  )
    said.push('named exports only')
  const component = basename(file).match(/^([A-Z]\w*)\.tsx$/)?.[1]
  if (!component) return said
  const values = [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, name]) => name ?? '',
  )
  if (!values.includes(component)) said.push(`holds one component of its name, but exports no ${component}`)
  const others = values.filter((name) => name !== component && /^[A-Z].*[a-z]/.test(name))
  if (others.length) said.push(`holds one component of its name: ${others.join(', ')} belongs in a file of its own`)
  return said
}

// — longest files and functions ———————————————————————————————————————————————————————————————

type Length = { lines: number; what: string }

export function longest(root: string, count: number): { files: Length[]; functions: Length[] } {
  const sources = globSync(rooms, { cwd: root })
    .filter((file) => !isTest(file))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n') }))
  const top = (all: Length[]) => all.sort((a, b) => b.lines - a.lines).slice(0, count)
  return {
    files: top(sources.map(({ file, lines }) => ({ lines: withoutLists(lines), what: file }))),
    functions: top(
      sources.flatMap(({ file, lines }) => functionsOf(lines).map((f) => ({ ...f, what: `${file} ${f.what}` }))),
    ),
  }
}

/** Lists in top-level text constants can be any length. */
const withoutLists = (lines: string[]) =>
  lines
    .join('\n')
    .replace(/^(?:export )?const \w+ = `\n[^`]*^`/gm, '')
    .split('\n').length

/** Maximum lines. */
export const most = { file: 350, function: 120 }

export const tooLong = ({ files, functions }: ReturnType<typeof longest>): string[] => [
  ...files.filter(({ lines }) => lines > most.file).map(({ lines, what }) => `${what}: ${lines} lines hold two ideas`),
  ...functions
    .filter(({ lines }) => lines > most.function)
    .map(({ lines, what }) => `${what}: ${lines} lines are too many`),
]

/** Relies on the formatter: a function ends at the next closing line with its initial indentation. */
function functionsOf(lines: string[]): Length[] {
  const opening =
    /^(\s*)(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?\((?:$|.*=>))/
  return lines.flatMap((line, start) => {
    const found = line.match(opening)
    if (!found || /[^{([]$/.test(line)) return []
    const closing = new RegExp(`^${found[1]}[})\\]]`)
    const length = lines.slice(start + 1).findIndex((later) => closing.test(later) && !/^\s*\).*[{]$/.test(later)) + 2
    return [{ lines: length, what: `${found[2] ?? found[3]}()` }]
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? join(import.meta.dirname, '..')
  const lengths = longest(root, 8)
  const problems = [...boundaryProblems(root), ...tooLong(lengths)]
  const show = (title: string, those: Length[]) => {
    console.log(title)
    for (const { lines, what } of those) console.log(`${String(lines).padStart(6)}  ${what}`)
  }
  show('The longest files (lines):', lengths.files)
  show('The longest functions (lines):', lengths.functions)
  console.log(
    problems.length
      ? `\n${problems.join('\n')}\n${problems.length} boundaries or names broken`
      : 'Boundaries and names are OK.',
  )
  process.exitCode = problems.length ? 1 : 0
}
